import type { SyntheticEvent } from 'react';

const MAX_TRIES = 6;
const PAUSE_MS = 700;

/**
 * Asks again for a preview that was refused because photos were turned very quickly. The thumb stays visible
 * meanwhile, so the person sees a picture that gets sharp a moment later.
 */
export function retryImage({ target: picture }: SyntheticEvent): void {
  if (!(picture instanceof HTMLImageElement)) return;
  const { src } = picture;
  const tries = picture.dataset.triedSrc === src ? Number(picture.dataset.tries) + 1 : 1;
  if (tries > MAX_TRIES) return;
  picture.dataset.triedSrc = src;
  picture.dataset.tries = String(tries);
  setTimeout(() => {
    if (picture.isConnected && picture.src === src) picture.src = src;
  }, PAUSE_MS * tries);
}
