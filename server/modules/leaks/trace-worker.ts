import { Worker } from 'node:worker_threads';
import type { Turn } from '#engines/watermark/open-leak.ts';
import { AppError } from '#server/platform/http/errors.ts';

export type BestPhoto = { imageId: number; score: number; turn: Turn };

/** `fit` is how well the leak agrees with the stored photo, at most 1; `isCertain` says that it was turned rightly. */
export type ReadMark = { reading: number; isMirrored: boolean; fit: number; isCertain: boolean };

/** What the thread does, in this order, for each picture. It keeps the picture and all readings between calls. */
export type TraceCalls = {
  open(input: { file: Uint8Array }): Promise<void>;
  /** Begins a new search for the photo; the readings of an earlier one stay. */
  lookFor(input: { turns: readonly Turn[] }): Promise<void>;
  compare(input: { photos: { imageId: number; fingerprint: Uint8Array }[] }): Promise<void>;
  listBest(input: { most: number }): Promise<BestPhoto[]>;
  /** Returns undefined if the stored photo is not in the leak. */
  read(input: { variants: Uint8Array; turn: Turn }): Promise<ReadMark | undefined>;
  /** Returns the scores of each viewer, as `addGuess` takes them, or none if the reading says next to nothing. */
  score(input: {
    reading: number;
    secret: Uint8Array;
    imageId: number;
    viewers: string[];
  }): Promise<Float64Array[]>;
};

export type Question = { id: number; name: keyof TraceCalls; input: unknown };
export type Answer = { id: number } & ({ output: unknown } | { error: string; isUnreadable: boolean });

type Pending = { resolve(output: unknown): void; reject(error: Error): void };

/** Runs one search in a thread of its own, which is ended when the search is over or its time is up. */
export async function withTraceThread<T>(
  signal: AbortSignal,
  work: (thread: TraceCalls) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('./trace-thread.ts', import.meta.url));
  const pending = new Map<number, Pending>();
  let asked = 0;
  const giveUp = (error: Error) => {
    for (const { reject } of pending.values()) reject(error);
    pending.clear();
  };
  worker.on('message', (answer: Answer) => {
    const waiting = pending.get(answer.id);
    pending.delete(answer.id);
    if ('output' in answer) waiting?.resolve(answer.output);
    else if (answer.isUnreadable) waiting?.reject(new AppError('unprocessable', { message: answer.error }));
    else waiting?.reject(new Error(answer.error));
  });
  worker.on('error', giveUp);
  worker.on('exit', () => giveUp(new Error('the tracing thread ended')));
  const stop = () => void worker.terminate();
  signal.addEventListener('abort', stop, { once: true });
  const call = (name: keyof TraceCalls) => (input: unknown) =>
    new Promise<never>((resolve, reject) => {
      if (signal.aborted) return reject(new Error('the search was stopped'));
      asked += 1;
      pending.set(asked, { resolve: resolve as Pending['resolve'], reject });
      worker.postMessage({ id: asked, name, input } satisfies Question);
    });
  try {
    return await work({
      open: call('open'),
      lookFor: call('lookFor'),
      compare: call('compare'),
      listBest: call('listBest'),
      read: call('read'),
      score: call('score'),
    });
  } finally {
    signal.removeEventListener('abort', stop);
    await worker.terminate();
  }
}
