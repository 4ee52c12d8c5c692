import { createSecretKey } from 'node:crypto';
import {
  BadImageError,
  decodePhoto,
  fingerprintPixels,
  type Marking,
  makeDerivatives,
  type Original,
  type PhotoHeader,
  readPhotoHeader,
} from '#server/modules/images/derivatives.ts';
import { measurePhoto } from '#server/modules/images/perceptual-hash.ts';
import type { Pixels } from '#server/modules/images/watermark.ts';
import { lowerPriority, type Outcome, serveOrders } from '#server/platform/processes/process-pool.ts';
import { asBuffer } from '#server/platform/processes/threads.ts';
import { readClockCode } from './clock-code.ts';
import type { Developed, Order } from './develop-photo.ts';

/** A lower priority than requests and mails, and a higher one than the search for faces. */
const NICENESS = 5;

lowerPriority(NICENESS);
serveOrders(async ({ original, marking }: Order): Promise<Outcome<Developed>> => {
  try {
    const bytes = typeof original === 'string' ? original : asBuffer(original);
    const { keyId, secret } = marking.traceKey;
    const traceKey = { keyId, secret: createSecretKey(asBuffer(secret)) };
    return { answer: await develop(bytes, { ...marking, traceKey }) };
  } catch (error) {
    if (error instanceof BadImageError) return { refusal: error.message };
    return { error: error instanceof Error ? error.message : String(error) };
  }
});

async function develop(original: Original, marking: Marking): Promise<Developed> {
  const header = await readPhotoHeader(original);
  const pixels = await decodePhoto(original);
  return { ...header, ...(await developPixels(pixels, marking)) };
}

async function developPixels(pixels: Pixels, marking: Marking): Promise<Omit<Developed, keyof PhotoHeader>> {
  const shownTime = await readClockCode(pixels);
  if (shownTime) return { shownTime, derivatives: undefined, measures: undefined, fingerprint: undefined };
  const measures = await measurePhoto(pixels);
  const fingerprint = await fingerprintPixels(pixels);
  return { shownTime, derivatives: await makeDerivatives(pixels, marking), measures, fingerprint };
}
