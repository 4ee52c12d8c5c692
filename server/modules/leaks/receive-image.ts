import sharp from 'sharp';
import { z } from 'zod';
import { type Context, inTransaction } from '#server/context.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import { changeTrace, findTrace, type TraceRow } from './traces.queries.ts';

const MAX_TRACED_PIXELS = 60_000_000;
const MIN_SIDE = 64;
const FORMATS = new Set(['jpeg', 'png', 'webp', 'gif', 'tiff', 'heif']);

/** The time limit of the search is shorter, so that the job itself says that it took too long. */
export const traceJob = defineJob({
  name: 'leaks.trace',
  payload: z.object({ traceId: z.int() }),
  concurrency: 1,
  retries: 2,
  expireSeconds: 1_800,
});

/** Pictures lie here while their job waits and runs. They are numbered from 1. */
export const tracedImageKey = (traceId: number, number = 1) =>
  number === 1 ? `traces/${traceId}` : `traces/${traceId}-${number}`;

export const tracedImageKeys = ({ id, pictures }: Pick<TraceRow, 'id' | 'pictures'>) =>
  Array.from({ length: pictures }, (_, i) => tracedImageKey(id, i + 1));

/** Only the person who gave the code and the reason can send the pictures, once. The last one starts the search. */
export async function receiveImage(
  context: Context,
  actor: Actor,
  { traceId, number, file }: { traceId: number; number: number; file: Buffer },
): Promise<void> {
  const trace = await findTrace(context.db, traceId);
  if (trace?.startedBy !== actor.userId) throw new AppError('not_found');
  if (trace.state !== 'waiting' || number > trace.pictures) throw new AppError('conflict');
  await checkImage(file);
  await context.storage.put(tracedImageKey(traceId, number), file);
  if (number < trace.pictures) return;
  const stored = await Promise.all(tracedImageKeys(trace).map((key) => context.storage.stat(key)));
  if (stored.includes(undefined)) throw new AppError('conflict');
  await inTransaction(context, async ({ db, queue }) => {
    const to = { state: 'running', step: 'Waiting for a free worker' };
    if (!(await changeTrace(db, traceId, { from: 'waiting', to }))) throw new AppError('conflict');
    await queue.enqueue(db, traceJob, { traceId });
  });
}

/** Reads only the head of the file; its pixels are decoded in the job. */
export async function checkImage(file: Buffer): Promise<void> {
  const head = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (!head || !FORMATS.has(head.format)) {
    throw new AppError('unsupported_media', { message: 'Choose a JPEG, PNG or WebP picture.' });
  }
  const { width, height } = head;
  if (width * height > MAX_TRACED_PIXELS) {
    const message = `The picture is too large: ${width} x ${height} pixels, at most 60 megapixels.`;
    throw new AppError('unprocessable', { message });
  }
  if (Math.min(width, height) < MIN_SIDE) {
    const message = `The picture is too small: ${width} x ${height} pixels, at least ${MIN_SIDE} on each side.`;
    throw new AppError('unprocessable', { message });
  }
}
