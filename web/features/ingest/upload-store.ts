import type { IngestBatch } from '#contract/endpoints/ingest.ts';
import { wait } from '#web/lib/clock.ts';
import { createStore, readStoredJson, removeStored, writeStoredJson } from '#web/lib/storage.ts';
import type { PickedFile } from './image-files.ts';
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

/** The answers of the server once the session or pass has ended, with the message to show. */
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

/** The browser's own time, as opposed to that of a test. */
export const REAL_TIME = { wait, now: Date.now, publishEveryMs: 120 };

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

// An upload can be resumed after the page was closed. Browsers do not keep the files themselves, so staff choose them
// again, and they are recognized by path, size and date.

const MAX_AGE_MS = 3 * 24 * 60 * 60 * 1000;

export type SavedUpload = {
  batchId: string;
  eventId: number;
  albumId: number | null;
  /** Identifies the set of files as a whole. */
  setKey: string;
  totalFiles: number;
  startedAt: number;
  arrived: string[];
};

export type UploadMemory = {
  find(): SavedUpload | undefined;
  save(saved: SavedUpload): void;
  forget(): void;
};

/** Two rounds of FNV-1a are short enough to store 20,000 of them, and long enough not to collide in one upload. */
function shortHash(text: string): string {
  let a = 0x811c9dc5;
  let b = 0x01000193;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ code, 0x85ebca6b);
  }
  return (a >>> 0).toString(36) + (b >>> 0).toString(36);
}

export function fileKey({ file, path }: PickedFile): string {
  return shortHash(`${path}|${file.size}|${file.lastModified}`);
}

export function setKeyOf(fileKeys: readonly string[]): string {
  return shortHash(fileKeys.toSorted().join());
}

/** Staff and passes remember under different keys, because one browser may be used for both. */
export function storedUploadMemory(key: string): UploadMemory {
  return {
    find() {
      const found = readStoredJson(key) as SavedUpload | null | undefined;
      return found && Date.now() - found.startedAt < MAX_AGE_MS ? found : undefined;
    },
    save: (saved) => writeStoredJson(key, saved),
    forget: () => removeStored(key),
  };
}

// Only the last seconds count, so that the remaining time follows a changing network.

const WINDOW_MS = 10_000;
const MIN_SPAN_MS = 1_000;

function createSpeedMeter() {
  let samples: { at: number; bytes: number }[] = [];
  let startedAt: number | undefined;
  const drop = (now: number) => {
    samples = samples.filter(({ at }) => now - at <= WINDOW_MS);
  };
  return {
    add(bytes: number, now: number): void {
      startedAt ??= now;
      samples.push({ at: now, bytes });
      if (samples.length > 2_000) drop(now);
    },
    /** Undefined until there is enough data. */
    bytesPerSecond(now: number): number | undefined {
      drop(now);
      const spanMs = startedAt === undefined ? 0 : Math.min(now - startedAt, WINDOW_MS);
      if (spanMs < MIN_SPAN_MS) return undefined;
      return (samples.reduce((sum, { bytes }) => sum + bytes, 0) * 1_000) / spanMs;
    },
    reset(): void {
      samples = [];
      startedAt = undefined;
    },
  };
}
