import type { Derivatives, MarkedDerivatives } from '#server/modules/images/derivatives.ts';
import type { Look } from '#server/modules/images/look.ts';
import type { Mark } from '#server/modules/images/mark.ts';
import type { TraceKey } from '#server/modules/images/trace-keys.ts';
import { asBuffer, openThread } from '#server/platform/threads.ts';
import type { DemoPhotoOptions } from './photos.ts';

export type PhotoMarks = { mark: Mark; traceKey: TraceKey };

export type DrawOrder = {
  photo: DemoPhotoOptions;
  marks: PhotoMarks;
  /** Pictures for owners are drawn at once for a shop that has sold most of its albums. */
  isForOwners: boolean;
};

export type DrawnPhoto = {
  original: Buffer;
  width: number;
  height: number;
  look: Look;
  fingerprint: Buffer;
  derivatives: MarkedDerivatives;
  clean: Derivatives | undefined;
};

const thread = openThread<DrawOrder, DrawnPhoto>(new URL('./draw-photo-thread.ts', import.meta.url));

/** Draws in a separate thread, so that the site stays quick and both cores of a small machine are used. */
export async function drawPhoto(order: DrawOrder): Promise<DrawnPhoto> {
  const { original, fingerprint, derivatives, clean, ...rest } = await thread.ask(order);
  return {
    ...rest,
    original: asBuffer(original),
    fingerprint: asBuffer(fingerprint),
    derivatives: withBuffers(derivatives),
    clean: clean && withBuffers(clean),
  };
}

/** Call it when no more photos are needed, because the decoded scenes take 70 MB. */
export function endDrawing(): Promise<void> {
  return thread.end();
}

function withBuffers<T extends Derivatives>(derivatives: T): T {
  return {
    ...derivatives,
    preview: asBuffer(derivatives.preview),
    thumb: asBuffer(derivatives.thumb),
  };
}
