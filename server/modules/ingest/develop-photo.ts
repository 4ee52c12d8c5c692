import { Worker } from 'node:worker_threads';
import {
  BadImageError,
  type MarkedDerivatives,
  type Marking,
  type Original,
} from '#server/modules/images/derivatives.ts';
import type { Look } from '#server/modules/images/look.ts';

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
export type Order = { id: number; original: Original; marking: Marking };
export type Outcome = { id: number } & ({ developed: Developed } | { badImage: string } | { error: string });

type Pending = { resolve(developed: Developed): void; reject(error: Error): void };

let thread: Worker | undefined;
let orders = 0;
const pending = new Map<number, Pending>();

/** Works in a separate thread, because collecting the garbage of pixel buffers would slow down requests by a tenth. */
export function developPhoto(original: Original, marking: Marking): Promise<Developed> {
  thread ??= startThread();
  const worker = thread;
  orders += 1;
  const order: Order = { id: orders, original, marking };
  return new Promise((resolve, reject) => {
    pending.set(order.id, { resolve, reject });
    worker.ref();
    worker.postMessage(order);
  });
}

function startThread(): Worker {
  const worker = new Worker(new URL('./develop-photo-thread.ts', import.meta.url));
  worker.on('message', (outcome: Outcome) => {
    const waiting = pending.get(outcome.id);
    pending.delete(outcome.id);
    if (pending.size === 0) worker.unref();
    if ('developed' in outcome) waiting?.resolve(withBuffers(outcome.developed));
    else if ('badImage' in outcome) waiting?.reject(new BadImageError(outcome.badImage));
    else waiting?.reject(new Error(outcome.error));
  });
  worker.on('error', (error) => giveUp(error));
  worker.on('exit', () => giveUp(new Error('the photo thread ended')));
  return worker;
}

/** A buffer sent between threads arrives as a plain Uint8Array. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
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

/** The queue retries these photos in a new thread. */
function giveUp(error: Error): void {
  thread = undefined;
  const waiting = [...pending.values()];
  pending.clear();
  for (const { reject } of waiting) reject(error);
}
