// What one upload has in its hands: its files, what became of each, and whom it tells. Every change goes through here.

import type { IngestBatch } from '#contract/endpoints/ingest.ts';
import { createStore } from '#web/lib/store.ts';
import type { Remembered, UploadMemory } from './upload-memory.ts';
import { createSpeedMeter } from './upload-speed.ts';
import {
  type Entry,
  IDLE,
  isUnderWay,
  type QueuedFile,
  type SendFile,
  type UploadPhase,
  type UploadSnapshot,
  type UploadTarget,
} from './upload-state.ts';

const KEEP_MS = 2_000;

export const SESSION_ENDED =
  'Your session has ended. Log in again, then continue: nothing that arrived is lost.';

export type UploadWorld = {
  openBatch(target: UploadTarget, totalFiles: number): Promise<IngestBatch>;
  getBatch(batchId: string): Promise<IngestBatch>;
  sendFile: SendFile;
  memory: UploadMemory;
  wait(ms: number): Promise<void>;
  now(): number;
  /** Progress is told at most this often; 0 tells every step. */
  tellEveryMs: number;
};

type Work = {
  state: UploadSnapshot;
  entries: Entry[];
  files: QueuedFile[];
  /** Places in `files` whose turn has not come. */
  waiting: number[];
  remembered: Remembered | undefined;
  /** Answers that belong to an upload that is over find another number here. */
  run: number;
};

export type UploadDesk = ReturnType<typeof openUploadDesk>;

export function openUploadDesk(world: UploadWorld) {
  const store = createStore<UploadSnapshot>(IDLE);
  const speed = createSpeedMeter();
  const work: Work = { state: IDLE, entries: [], files: [], waiting: [], remembered: undefined, run: 0 };
  let tellTimer: ReturnType<typeof setTimeout> | undefined;
  let keptAt = 0;

  function keep(): void {
    keptAt = world.now();
    if (work.remembered && isUnderWay(work.state.phase)) world.memory.keep(work.remembered);
  }

  function tellNow(): void {
    clearTimeout(tellTimer);
    tellTimer = undefined;
    if (world.now() - keptAt >= KEEP_MS) keep();
    const bytesPerSecond = speed.bytesPerSecond(world.now());
    work.state = { ...work.state, files: [...work.files], bytesPerSecond };
    store.write(work.state);
  }

  function tellSoon(): void {
    if (world.tellEveryMs === 0) tellNow();
    else tellTimer ??= setTimeout(tellNow, world.tellEveryMs);
  }

  function change(index: number, values: Partial<QueuedFile>): void {
    const before = work.files[index];
    if (!before) return;
    const after = { ...before, ...values };
    work.files[index] = after;
    const counts = { ...work.state.counts };
    counts[before.state] -= 1;
    counts[after.state] += 1;
    const sentBytes = work.state.sentBytes + after.sentBytes - before.sentBytes;
    work.state = { ...work.state, counts, sentBytes };
    tellSoon();
  }

  return {
    work,
    speed,
    read: store.read,
    subscribe: store.subscribe,
    keep,
    tellNow,
    change,

    enter(phase: UploadPhase, message?: string): void {
      work.state = { ...work.state, phase, message };
      tellNow();
    },

    /** Of several files at once; they wait no longer. */
    settle(indexes: readonly number[], values: (file: QueuedFile) => Partial<QueuedFile>): void {
      const settled = new Set(indexes);
      for (const index of indexes) change(index, values(work.files[index] as QueuedFile));
      work.waiting = work.waiting.filter((index) => !settled.has(index));
    },

    /** Says why nothing is begun; what is under way stays as it is. */
    refuse(message: string): void {
      work.state = { ...work.state, message };
      store.write(work.state);
    },

    /** Empty again: answers that are still to come belong to nothing. */
    clearAway(state: UploadSnapshot = IDLE): void {
      Object.assign(work, { state, entries: [], files: [], waiting: [], remembered: undefined });
      work.run += 1;
      store.write(state);
    },
  };
}
