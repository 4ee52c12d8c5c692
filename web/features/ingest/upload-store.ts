import type { IngestBatch } from '#contract/endpoints/ingest.ts';
import { createStore } from '#web/lib/store.ts';
import type { SavedUpload, UploadMemory } from './upload-memory.ts';
import { createSpeedMeter } from './upload-speed.ts';
import {
  type Entry,
  IDLE,
  isInProgress,
  type QueuedFile,
  type SendFile,
  type UploadPhase,
  type UploadSnapshot,
  type UploadTarget,
} from './upload-state.ts';

const SAVE_EVERY_MS = 2_000;

/** How the server answers once the session or the pass has ended, and what is said then. */
export type UploadEnded = { status: 401 | 404; message: string };

export type UploadServices = {
  openBatch(target: UploadTarget, totalFiles: number): Promise<IngestBatch>;
  getBatch(batchId: string): Promise<IngestBatch>;
  sendFile: SendFile;
  ended: UploadEnded;
  memory: UploadMemory;
  wait(ms: number): Promise<void>;
  now(): number;
  /** Progress is published at most this often; 0 publishes every step. */
  publishEveryMs: number;
};

type Work = {
  state: UploadSnapshot;
  entries: Entry[];
  files: QueuedFile[];
  /** Indexes into `files`. */
  waiting: number[];
  saved: SavedUpload | undefined;
  /** Changes with every upload, so that late answers to an earlier one are ignored. */
  run: number;
};

export type UploadStore = ReturnType<typeof createUploadStore>;

export function createUploadStore(services: UploadServices) {
  const snapshots = createStore<UploadSnapshot>(IDLE);
  const speed = createSpeedMeter();
  const work: Work = { state: IDLE, entries: [], files: [], waiting: [], saved: undefined, run: 0 };
  let publishTimer: ReturnType<typeof setTimeout> | undefined;
  let savedAt = 0;

  function saveProgress(): void {
    savedAt = services.now();
    if (work.saved && isInProgress(work.state.phase)) services.memory.save(work.saved);
  }

  function publish(): void {
    clearTimeout(publishTimer);
    publishTimer = undefined;
    if (services.now() - savedAt >= SAVE_EVERY_MS) saveProgress();
    const bytesPerSecond = speed.bytesPerSecond(services.now());
    work.state = { ...work.state, files: [...work.files], bytesPerSecond };
    snapshots.write(work.state);
  }

  function publishSoon(): void {
    if (services.publishEveryMs === 0) publish();
    else publishTimer ??= setTimeout(publish, services.publishEveryMs);
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
    publishSoon();
  }

  return {
    work,
    speed,
    read: snapshots.read,
    subscribe: snapshots.subscribe,
    saveProgress,
    publish,
    change,

    setPhase(phase: UploadPhase, message?: string): void {
      work.state = { ...work.state, phase, message };
      publish();
    },

    settle(indexes: readonly number[], values: (file: QueuedFile) => Partial<QueuedFile>): void {
      const settled = new Set(indexes);
      for (const index of indexes) change(index, values(work.files[index] as QueuedFile));
      work.waiting = work.waiting.filter((index) => !settled.has(index));
    },

    refuse(message: string): void {
      work.state = { ...work.state, message };
      snapshots.write(work.state);
    },

    reset(state: UploadSnapshot = IDLE): void {
      Object.assign(work, { state, entries: [], files: [], waiting: [], saved: undefined });
      work.run += 1;
      snapshots.write(state);
    },
  };
}
