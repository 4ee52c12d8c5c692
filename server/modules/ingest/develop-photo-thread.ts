import { parentPort } from 'node:worker_threads';
import {
  BadImageError,
  decodePhoto,
  type Marking,
  makeDerivatives,
  type Original,
  readPhotoHeader,
} from '#server/modules/images/derivatives.ts';
import { fingerprintPixels } from '#server/modules/images/fingerprints.ts';
import { measureLook } from '#server/modules/images/look.ts';
import { readClockCode } from './clock-code.ts';
import { asBuffer, type Developed, type Order, type Outcome } from './develop-photo.ts';

parentPort?.on('message', async ({ id, original, marking }: Order) => {
  parentPort?.postMessage({ id, ...(await attempt(original, marking)) } satisfies Outcome);
});

async function attempt(original: Original, marking: Marking) {
  try {
    const bytes = typeof original === 'string' ? original : asBuffer(original);
    return { developed: await develop(bytes, marking) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return error instanceof BadImageError ? { badImage: message } : { error: message };
  }
}

async function develop(original: Original, marking: Marking): Promise<Developed> {
  const header = await readPhotoHeader(original);
  const pixels = await decodePhoto(original);
  const shownTime = readClockCode(pixels);
  if (shownTime) {
    return { ...header, shownTime, derivatives: undefined, look: undefined, fingerprint: undefined };
  }
  const look = await measureLook(pixels);
  const fingerprint = await fingerprintPixels(pixels);
  return { ...header, shownTime, derivatives: await makeDerivatives(pixels, marking), look, fingerprint };
}
