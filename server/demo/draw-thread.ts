import {
  fingerprintPixels,
  makeCleanDerivatives,
  makeDerivatives,
} from '#server/modules/images/derivatives.ts';
import { measurePhoto } from '#server/modules/images/perceptual-hash.ts';
import type { TraceKey } from '#server/modules/images/trace-keys.ts';
import type { Mark } from '#server/modules/images/watermark.ts';
import { answerOrders } from '#server/platform/processes/threads.ts';
import { type DemoPhotoOptions, makeDemoPhoto } from './pictures.ts';

/** All images of one drawn photo share its variants; their codes differ all the same, because they name the image. */
const SHARED_VARIANTS = 0;

export type DrawOrder = {
  photo: DemoPhotoOptions;
  marks: { mark: Mark; traceKey: TraceKey };
  /** Pictures for owners are drawn at once for a shop that has sold most of its albums. */
  isForOwners: boolean;
};
export type DrawnPhoto = Awaited<ReturnType<typeof drawPhoto>>;

async function drawPhoto({ photo, marks, isForOwners }: DrawOrder) {
  const { original, pixels } = await makeDemoPhoto(photo);
  const { width, height } = pixels;
  const { hash: perceptualHash, sharpness } = await measurePhoto(pixels);
  const fingerprint = await fingerprintPixels(pixels);
  const clean = isForOwners ? await makeCleanDerivatives(pixels) : undefined;
  const derivatives = await makeDerivatives(pixels, { ...marks, imageId: SHARED_VARIANTS });
  const { thumb, preview, placeholder, traceKey } = derivatives;
  return {
    original,
    derivatives: { thumb, preview, 'clean-thumb': clean?.thumb, 'clean-preview': clean?.preview },
    facts: { width, height, perceptualHash, sharpness, fingerprint, placeholder, traceKey },
  };
}

answerOrders(drawPhoto);
