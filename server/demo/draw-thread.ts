import {
  fingerprintPixels,
  makeCleanDerivatives,
  makeDerivatives,
} from '#server/modules/images/derivatives.ts';
import { measurePhoto } from '#server/modules/images/perceptual-hash.ts';
import { answerOrders } from '#server/platform/processes/threads.ts';
import type { DrawnPhoto, DrawOrder } from './photograph.ts';
import { makeDemoPhoto } from './pictures.ts';

/** A pair is shared by all images of a frame; their codes differ nevertheless, because they name the image. */
const SHARED_PAIR = 0;

answerOrders<DrawOrder, DrawnPhoto>(async ({ photo, marks, isForOwners }) => {
  const { original, pixels } = await makeDemoPhoto(photo);
  const { width, height } = pixels;
  const measures = await measurePhoto(pixels);
  const fingerprint = await fingerprintPixels(pixels);
  const clean = isForOwners ? await makeCleanDerivatives(pixels) : undefined;
  const derivatives = await makeDerivatives(pixels, { ...marks, imageId: SHARED_PAIR });
  return { original, width, height, measures, fingerprint, clean, derivatives };
});
