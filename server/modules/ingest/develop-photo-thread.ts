import { parentPort } from 'node:worker_threads';
import {
  BadImageError,
  decodePhoto,
  makeDerivatives,
  type Original,
  readPhotoHeader,
} from '#server/modules/images/derivatives.ts';
import { readClockCode } from './clock-code.ts';
import { asBuffer, type Developed, type Order, type Outcome } from './develop-photo.ts';

parentPort?.on('message', async ({ id, original }: Order) => {
  parentPort?.postMessage({ id, ...(await attempt(original)) } satisfies Outcome);
});

async function attempt(original: Original) {
  try {
    return { developed: await develop(typeof original === 'string' ? original : asBuffer(original)) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return error instanceof BadImageError ? { badImage: message } : { error: message };
  }
}

async function develop(original: Original): Promise<Developed> {
  const header = await readPhotoHeader(original);
  const pixels = await decodePhoto(original);
  const shownTime = readClockCode(pixels);
  return { ...header, shownTime, derivatives: shownTime ? undefined : await makeDerivatives(pixels) };
}
