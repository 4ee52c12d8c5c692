import type { RefCallback } from 'react';
import { thumbHashToDataURL } from 'thumbhash';

const MAX_KEPT = 800;
/** Without news of idle time (Safari), the first view is painted by then. */
const FALLBACK_MS = 200;
const kept = new Map<string, string>();

function decode(placeholder: string): string {
  const bytes = Uint8Array.from(atob(placeholder), (character) => character.charCodeAt(0));
  return `url(${thumbHashToDataURL(bytes)})`;
}

/** Returns a CSS background, decoded once and cached while it is in use. */
function pictureOf(placeholder: string): string {
  try {
    const picture = kept.get(placeholder) ?? decode(placeholder);
    kept.delete(placeholder);
    kept.set(placeholder, picture);
    if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value ?? '');
    return picture;
  } catch {
    return '';
  }
}

function whenIdle(work: () => void): () => void {
  if (!globalThis.requestIdleCallback) {
    const timer = setTimeout(work, FALLBACK_MS);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(work);
  return () => cancelIdleCallback(request);
}

function hasLoaded(box: HTMLElement): boolean {
  const photo = box.querySelector('img');
  return photo?.complete === true && photo.naturalWidth > 0;
}

/**
 * For the `ref` of the box around a photo. Decoding takes time that the first view needs, so the blurred picture is painted
 * when the browser is idle, and not at all if the photo is there by then.
 */
export function blurBehind(placeholder: string | null): RefCallback<HTMLElement> {
  return (box) => {
    if (!box || !placeholder) return;
    const paint = () => {
      box.style.backgroundImage = pictureOf(placeholder);
    };
    const stop = kept.has(placeholder) ? paint() : whenIdle(() => hasLoaded(box) || paint());
    return () => {
      stop?.();
      box.style.backgroundImage = '';
    };
  };
}
