import {
  BadImageError,
  type MarkedDerivatives,
  type Marking,
  type Original,
} from '#server/modules/images/derivatives.ts';
import type { Look } from '#server/modules/images/look.ts';
import { asBuffer, openThread } from '#server/platform/threads.ts';

export type Developed = {
  width: number;
  height: number;
  exif: Buffer | undefined;
  /** Set for a photo of the clock page, which gets no derivatives. */
  shownTime: Date | undefined;
  derivatives: MarkedDerivatives | undefined;
  look: Look | undefined;
  fingerprint: Buffer | undefined;
};

/** Each order carries the watermark, because the thread does not learn of changed settings. */
export type Order = { original: Original; marking: Marking };
export type Outcome = { developed: Developed } | { badImage: string };

/** The queue retries photos whose thread fails. */
const thread = openThread<Order, Outcome>(new URL('./develop-photo-thread.ts', import.meta.url));

/** Works in a separate thread, because collecting the garbage of pixel buffers would slow down requests by a tenth. */
export async function developPhoto(original: Original, marking: Marking): Promise<Developed> {
  const outcome = await thread.ask({ original, marking });
  if ('badImage' in outcome) throw new BadImageError(outcome.badImage);
  return withBuffers(outcome.developed);
}

function withBuffers({ exif, derivatives, fingerprint, ...rest }: Developed): Developed {
  return {
    ...rest,
    exif: exif && asBuffer(exif),
    fingerprint: fingerprint && asBuffer(fingerprint),
    derivatives: derivatives && {
      ...derivatives,
      preview: asBuffer(derivatives.preview),
      thumb: asBuffer(derivatives.thumb),
    },
  };
}
