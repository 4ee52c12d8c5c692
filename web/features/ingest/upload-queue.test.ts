import { expect, test, vi } from 'vitest';
import type { IngestBatch } from '#contract/endpoints/ingest.ts';
import { ApiError } from '#web/lib/api-error.ts';
import type { PickedFile } from './image-files.ts';
import { PARALLEL_UPLOADS } from './send-files.ts';
import { createUploadQueue } from './upload-queue.ts';
import { buildReport, type SendFailure, type SendFile } from './upload-state.ts';
import type { SavedUpload } from './upload-store.ts';

const TARGET = { eventId: 7, eventName: 'Grand Nationals', albumId: null, albumName: null };
const BATCH_ID = '6c1f0c8e-5a43-4f0e-9f0e-3a5ad3b1a001';

function pick(name: string, size = 1_000): PickedFile {
  const file = new File(['x'], name, { type: 'image/jpeg', lastModified: 1 });
  Object.defineProperty(file, 'size', { value: size });
  return { file, path: `card/${name}` };
}

const pickMany = (count: number) => Array.from({ length: count }, (_, index) => pick(`IMG_${index}.jpg`));

type FakeUpload = {
  name: string;
  starts: number;
  isRunning: boolean;
  isDiscarded: boolean;
  progress(bytes: number): void;
  sent(): void;
  failed(failure: SendFailure): void;
};

/** The test triggers every step of this tus client and server itself. */
function createFakes() {
  const uploads: FakeUpload[] = [];
  const sendFile: SendFile = (file, _batchId, on) => {
    const upload: FakeUpload = { name: file.name, starts: 0, isRunning: false, isDiscarded: false, ...on };
    uploads.push(upload);
    return {
      start() {
        upload.starts += 1;
        upload.isRunning = true;
      },
      pause() {
        upload.isRunning = false;
      },
      discard() {
        upload.isRunning = false;
        upload.isDiscarded = true;
      },
    };
  };
  const batch: IngestBatch = {
    id: BATCH_ID,
    event: 7,
    album: null,
    total_files: 0,
    counts: { received: 0, filed: 0, unsorted: 0, clock: 0, duplicate: 0, failed: 0 },
    refiling: false,
    finished: false,
    problems: [],
  };
  let saved: SavedUpload | undefined;
  const waits: (() => void)[] = [];
  const openBatch = vi.fn(async (_target: unknown, total: number) => ({ ...batch, total_files: total }));
  const getBatch = vi.fn(async (_id: string) => structuredClone(batch));
  const memory = {
    find: () => saved,
    save: (next: SavedUpload) => {
      saved = structuredClone(next);
    },
    forget: () => {
      saved = undefined;
    },
  };
  let now = 0;
  const openQueue = () =>
    createUploadQueue({
      openBatch,
      getBatch,
      sendFile,
      ended: { status: 401, message: 'Your session has ended. Log in again.' },
      memory,
      wait: () => new Promise((resolve) => waits.push(resolve)),
      now: () => {
        now += 5_000;
        return now;
      },
      publishEveryMs: 0,
    });
  const running = () => uploads.filter(({ isRunning }) => isRunning);
  const sendAll = () => {
    for (let next = running()[0]; next; next = running()[0]) {
      next.isRunning = false;
      next.sent();
    }
  };
  const passTime = () => {
    for (const go of waits.splice(0)) go();
  };
  return { uploads, batch, openBatch, getBatch, memory, openQueue, running, sendAll, passTime };
}

const phaseIs = (queue: { read(): { phase: string } }, phase: string) =>
  expect.poll(() => queue.read().phase).toBe(phase);

test('three files are sent at once, and the next one follows', async () => {
  const fakes = createFakes();
  const queue = fakes.openQueue();
  await queue.start(pickMany(5), TARGET);
  expect(fakes.running()).toHaveLength(PARALLEL_UPLOADS);
  fakes.uploads[0]?.progress(400);
  expect(queue.read().sentBytes).toBe(400);
  fakes.uploads[0]?.sent();
  expect(fakes.uploads).toHaveLength(4);
  expect(queue.read().counts).toMatchObject({ sent: 1, sending: 3, waiting: 1 });
});

test('a paused upload resumes with the same files', async () => {
  const fakes = createFakes();
  const queue = fakes.openQueue();
  await queue.start(pickMany(5), TARGET);
  queue.pause();
  expect(queue.read()).toMatchObject({ phase: 'paused', counts: { sending: 0, waiting: 5 } });
  expect(fakes.running()).toHaveLength(0);
  queue.resume();
  expect(fakes.uploads.map(({ starts }) => starts)).toEqual([2, 2, 2]);
  expect(queue.read().phase).toBe('sending');
});

test('an upload is complete only when the server has filed every file', async () => {
  const fakes = createFakes();
  const queue = fakes.openQueue();
  await queue.start(pickMany(4), TARGET);
  fakes.batch.counts.received = 4;
  fakes.sendAll();
  await phaseIs(queue, 'processing');
  Object.assign(fakes.batch, { refiling: true });
  Object.assign(fakes.batch.counts, { received: 0, filed: 3, unsorted: 1 });
  const afterTime = <T>(read: () => T) =>
    expect.poll(() => {
      fakes.passTime();
      return read();
    });
  await afterTime(() => queue.read().batch?.refiling).toBe(true);
  expect(queue.read().phase).toBe('processing');
  Object.assign(fakes.batch, { refiling: false, finished: true });
  Object.assign(fakes.batch.counts, { filed: 4, unsorted: 0 });
  await afterTime(() => queue.read().phase).toBe('done');
  expect(buildReport(queue.read().files, queue.read().batch)).toMatchObject({ isComplete: true, filed: 4 });
});

test('duplicates, unsorted photos and refusals are reported for each file', async () => {
  const fakes = createFakes();
  const queue = fakes.openQueue();
  await queue.start(pickMany(4), TARGET);
  Object.assign(fakes.batch, { finished: true });
  Object.assign(fakes.batch.counts, { filed: 1, duplicate: 1, unsorted: 1, failed: 1 });
  const problem = (name: string, state: 'duplicate' | 'unsorted' | 'failed', reason: string | null) => ({
    name,
    size_bytes: 1_000,
    state,
    reason,
    image: null,
  });
  fakes.batch.problems = [
    problem('IMG_1.jpg', 'duplicate', null),
    problem('IMG_2.jpg', 'unsorted', null),
    problem('IMG_3.jpg', 'failed', 'This is not a picture.'),
  ];
  fakes.sendAll();
  await phaseIs(queue, 'done');
  const report = buildReport(queue.read().files, queue.read().batch);
  expect(report).toMatchObject({ isComplete: false, filed: 1, duplicates: 1, unsorted: 1, refused: 1 });
  expect(report.files.map(({ result, reason }) => [result, reason])).toEqual([
    ['filed', null],
    ['duplicate', null],
    ['unsorted', null],
    ['failed', 'This is not a picture.'],
  ]);
});

test('duplicates alone leave an upload complete', () => {
  const { batch } = createFakes();
  batch.counts.duplicate = 2;
  expect(buildReport([], batch)).toMatchObject({ isComplete: true, duplicates: 2 });
});

test('files that could not be sent are named, and retried into the same batch', async () => {
  const fakes = createFakes();
  const queue = fakes.openQueue();
  await queue.start(pickMany(2), TARGET);
  fakes.uploads[0]?.failed({ kind: 'refused', reason: 'The disk is full.' });
  fakes.batch.counts.filed = 1;
  fakes.uploads[1]?.sent();
  await phaseIs(queue, 'done');
  const report = buildReport(queue.read().files, queue.read().batch);
  expect(report).toMatchObject({ isComplete: false, filed: 1, notSent: 1, canRetry: 1 });
  expect(report.files[0]).toMatchObject({ result: 'not_sent', reason: 'The disk is full.' });

  queue.retryFailed();
  expect(queue.read()).toMatchObject({ phase: 'sending', counts: { failed: 0, sending: 1 } });
  fakes.batch.counts.filed = 2;
  fakes.uploads[2]?.sent();
  await phaseIs(queue, 'done');
  expect(fakes.openBatch).toHaveBeenCalledTimes(1);
  expect(buildReport(queue.read().files, queue.read().batch).isComplete).toBe(true);
});

test('a canceled upload keeps what arrived and reports the rest', async () => {
  const fakes = createFakes();
  const queue = fakes.openQueue();
  await queue.start(pickMany(6), TARGET);
  fakes.batch.counts.filed = 1;
  fakes.uploads[0]?.sent();
  queue.cancel();
  expect(fakes.uploads.slice(1, 4).every(({ isDiscarded }) => isDiscarded)).toBe(true);
  await phaseIs(queue, 'done');
  const report = buildReport(queue.read().files, queue.read().batch);
  expect(report).toMatchObject({ isComplete: false, filed: 1, canceled: 5 });
  expect(fakes.memory.find()).toBeUndefined();
});

test('20,001 files are refused before anything starts', async () => {
  const fakes = createFakes();
  const queue = fakes.openQueue();
  const one = pick('IMG.jpg');
  await queue.start(
    Array.from({ length: 20_001 }, () => one),
    TARGET,
  );
  expect(queue.read()).toMatchObject({ phase: 'idle', files: [] });
  expect(queue.read().message).toContain('20,001 photos are too many');
  expect(fakes.openBatch).not.toHaveBeenCalled();
});

test('empty and oversized files are not sent and cannot be retried', async () => {
  const fakes = createFakes();
  const queue = fakes.openQueue();
  await queue.start([pick('empty.jpg', 0), pick('huge.jpg', 81 * 1024 * 1024), pick('good.jpg')], TARGET);
  expect(fakes.openBatch).toHaveBeenCalledWith(TARGET, 1);
  expect(queue.read().files.map(({ reason }) => reason)).toEqual([
    'The file is empty.',
    'Larger than 80 MB.',
    null,
  ]);
  queue.retryFailed();
  expect(fakes.uploads).toHaveLength(1);
});

test('an ended session pauses the upload until the next login', async () => {
  const fakes = createFakes();
  const queue = fakes.openQueue();
  await queue.start(pickMany(5), TARGET);
  fakes.uploads[1]?.failed({ kind: 'login', reason: '' });
  expect(queue.read()).toMatchObject({ phase: 'logged_out', counts: { waiting: 5, failed: 0 } });
  expect(queue.read().message).toContain('Log in again');
  queue.resume();
  expect(fakes.running()).toHaveLength(3);
});

test('a session that ends during filing only delays the report', async () => {
  const fakes = createFakes();
  const queue = fakes.openQueue();
  fakes.getBatch.mockRejectedValueOnce(new ApiError({ status: 401, code: 'token_expired', message: '' }));
  await queue.start(pickMany(1), TARGET);
  fakes.sendAll();
  await phaseIs(queue, 'logged_out');
  fakes.batch.counts.filed = 1;
  queue.resume();
  await phaseIs(queue, 'done');
});

test('a dead network stops the queue instead of failing every file', async () => {
  const fakes = createFakes();
  const queue = fakes.openQueue();
  await queue.start(pickMany(9), TARGET);
  for (const upload of [...fakes.uploads])
    upload.failed({ kind: 'network', reason: 'The connection was lost.' });
  expect(queue.read()).toMatchObject({ phase: 'offline', counts: { failed: 2, waiting: 7 } });
  fakes.passTime();
  await phaseIs(queue, 'sending');
});

test('the same files chosen again after a reload resume the same batch', async () => {
  const fakes = createFakes();
  const first = fakes.openQueue();
  await first.start(pickMany(5), TARGET);
  fakes.uploads[0]?.sent();
  fakes.uploads[1]?.sent();
  first.saveProgress();

  const second = fakes.openQueue();
  await second.start(pickMany(5), TARGET);
  expect(fakes.openBatch).toHaveBeenCalledTimes(1);
  expect(second.read()).toMatchObject({ resumedFiles: 2, counts: { sent: 2, sending: 3 } });
});

test('other files or another album open a batch of their own', async () => {
  const fakes = createFakes();
  const first = fakes.openQueue();
  await first.start(pickMany(5), TARGET);
  first.saveProgress();
  await fakes.openQueue().start(pickMany(4), TARGET);
  await fakes.openQueue().start(pickMany(5), { ...TARGET, albumId: 3 });
  expect(fakes.openBatch).toHaveBeenCalledTimes(3);
});

test('a second upload waits for the first', async () => {
  const fakes = createFakes();
  const queue = fakes.openQueue();
  await queue.start(pickMany(2), TARGET);
  await queue.start(pickMany(1), TARGET);
  expect(queue.read().files).toHaveLength(2);
  expect(queue.read().message).toContain('An upload is already running');
});

test('an upload that the server refuses to open leaves only the reason', async () => {
  const fakes = createFakes();
  fakes.openBatch.mockRejectedValueOnce(
    new ApiError({ status: 403, code: 'forbidden', message: 'Not yours.' }),
  );
  const queue = fakes.openQueue();
  await queue.start(pickMany(2), TARGET);
  expect(queue.read()).toMatchObject({ phase: 'idle', files: [], message: 'Not yours.' });
});
