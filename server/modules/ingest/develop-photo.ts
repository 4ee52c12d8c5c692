import { availableParallelism } from 'node:os';
import {
  BadImageError,
  type MarkedDerivatives,
  type Marking,
  type Original,
} from '#server/modules/images/derivatives.ts';
import type { PhotoMeasures } from '#server/modules/images/perceptual-hash.ts';
import { createProcessPool } from '#server/platform/processes/process-pool.ts';
import { asBuffer } from '#server/platform/processes/threads.ts';

export type Developed = {
  width: number;
  height: number;
  exif: Buffer | undefined;
  iptc: Buffer | undefined;
  xmp: Buffer | undefined;
  /** Set for a photo of the clock page, which gets no derivatives. */
  shownTime: Date | undefined;
  derivatives: MarkedDerivatives | undefined;
  measures: PhotoMeasures | undefined;
  fingerprint: Buffer | undefined;
};

/** Each order carries the watermark, because the process does not learn of changed settings. */
export type Order = {
  original: Original;
  marking: Omit<Marking, 'traceKey'> & { traceKey: { keyId: string; secret: Buffer } };
};

/** More than the jobs that one process runs at a time. */
const MAX_WAITING = 64;
const IDLE_MS = 30_000;
const LARGE_PROCESS_BYTES = 400 * 1024 * 1024;

/** The queue retries photos whose process fails. */
const pool = createProcessPool<Order, Developed>({
  file: new URL('./develop-photo-process.ts', import.meta.url),
  size: availableParallelism(),
  maxWaiting: MAX_WAITING,
  idleMs: IDLE_MS,
  isSpent: ({ rssBytes }) => rssBytes > LARGE_PROCESS_BYTES,
  refuse: (message) => new BadImageError(message),
});

/**
 * Works in processes of low priority, because in this one decoding takes the processor, the threads and the garbage
 * collection that requests and mails need: a code waited four times as long while photos arrived.
 */
export async function developPhoto(original: Original, marking: Marking): Promise<Developed> {
  const { keyId, secret } = marking.traceKey;
  // Keys cannot be sent between processes, but their bytes can.
  const traceKey = { keyId, secret: secret.export() };
  return withBuffers(await pool.run({ original, marking: { ...marking, traceKey } }));
}

function withBuffers({ exif, iptc, xmp, derivatives, fingerprint, ...rest }: Developed): Developed {
  return {
    ...rest,
    exif: exif && asBuffer(exif),
    iptc: iptc && asBuffer(iptc),
    xmp: xmp && asBuffer(xmp),
    fingerprint: fingerprint && asBuffer(fingerprint),
    derivatives: derivatives && {
      ...derivatives,
      preview: asBuffer(derivatives.preview),
      thumb: asBuffer(derivatives.thumb),
    },
  };
}
