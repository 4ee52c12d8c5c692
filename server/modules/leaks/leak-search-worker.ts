import type { Turn } from '#engines/watermark/open-leak.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { openThread } from '#server/platform/processes/threads.ts';

export type BestPhoto = { imageId: number; score: number; turn: Turn };

/** `fit` is how well the leak agrees with the stored photo, at most 1; `isCertain` says that it was turned rightly. */
export type ReadMark = { reading: number; isMirrored: boolean; fit: number; isCertain: boolean };

/** The steps for each picture, in this order. The thread keeps the picture and its readings between calls. */
export type LeakSearchCalls = {
  open(input: { file: Uint8Array }): Promise<void>;
  /** Begins a new search for the photo; the readings of an earlier one stay. */
  lookFor(input: { turns: readonly Turn[] }): Promise<void>;
  compare(input: { photos: { imageId: number; fingerprint: Uint8Array }[] }): Promise<void>;
  listBest(input: { max: number }): Promise<BestPhoto[]>;
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

export type Question = { name: keyof LeakSearchCalls; input: unknown };
export type Answer = { output?: unknown; refusal?: string };

/** Runs one search in its own thread, which is ended when the search is over or its time is up. */
export async function withLeakSearchThread<T>(
  signal: AbortSignal,
  work: (thread: LeakSearchCalls) => Promise<T>,
): Promise<T> {
  const thread = openThread<Question, Answer>(new URL('./leak-search-thread.ts', import.meta.url));
  const stop = () => void thread.end();
  signal.addEventListener('abort', stop, { once: true });
  const call = (name: keyof LeakSearchCalls) => async (input: unknown) => {
    signal.throwIfAborted();
    const { output, refusal } = await thread.ask({ name, input });
    if (refusal !== undefined) throw new AppError('unprocessable', { message: refusal });
    return output as never;
  };
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
    await thread.end();
  }
}
