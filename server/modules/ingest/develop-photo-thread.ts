import { parentPort } from 'node:worker_threads';
import {
  BadImageError,
  decodePhoto,
  makeDerivatives,
  type Original,
  readPhotoHeader,
} from '#server/modules/images/derivatives.ts';
import { measureLook } from '#server/modules/images/look.ts';
import type { Mark } from '#server/modules/images/mark.ts';
import { readClockCode } from './clock-code.ts';
import { asBuffer, type Developed, type Order, type Outcome } from './develop-photo.ts';

parentPort?.on('message', async ({ id, original, mark }: Order) => {
  parentPort?.postMessage({ id, ...(await attempt(original, mark)) } satisfies Outcome);
});

async function attempt(original: Original, mark: Mark) {
  try {
    return { developed: await develop(typeof original === 'string' ? original : asBuffer(original), mark) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return error instanceof BadImageError ? { badImage: message } : { error: message };
  }
}

async function develop(original: Original, mark: Mark): Promise<Developed> {
  const header = await readPhotoHeader(original);
  const pixels = await decodePhoto(original);
  const shownTime = readClockCode(pixels);
  if (shownTime) return { ...header, shownTime, derivatives: undefined, look: undefined };
  const look = await measureLook(pixels);
  return { ...header, shownTime, derivatives: await makeDerivatives(pixels, mark), look };
}
