// One upload at a time, outside React: it goes on while staff look at other pages.

import type { IngestBatch } from '#contract/endpoints/ingest.ts';
import { isApiError, messageOf } from '#web/lib/api-error.ts';
import { createStore } from '#web/lib/store.ts';
import { findFault, findRefusal, type PickedFile } from './picture-files.ts';
import { fileKey, type Remembered, setKeyOf, type UploadMemory } from './upload-memory.ts';
import { createSpeedMeter } from './upload-speed.ts';
import {
  type Entry,
  IDLE,
  isUnderWay,
  type QueuedFile,
  type SendFailure,
  type SendFile,
  type UploadPhase,
  type UploadSnapshot,
  type UploadTarget,
} from './upload-state.ts';

export const PARALLEL_UPLOADS = 3;
const POLL_MS = 1_500;
const KEEP_MS = 2_000;
/** So many files in a row without an answer: it is not the files. */
const NETWORK_FAILURES = 3;
const REACH_AGAIN_MS = 15_000;
const SESSION_ENDED = 'Your session has ended. Log in again, then continue: nothing that arrived is lost.';
const UNREACHABLE = 'The site cannot be reached just now. The upload tries again by itself.';
const NO_NETWORK = 'You are offline. The upload goes on by itself once the network is back.';

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

/** Worked off: the server has an answer for every file that arrived. */
function isWorkedOff({ counts, finished }: IngestBatch, sentFiles: number): boolean {
  const answered = counts.filed + counts.doubtful + counts.clock + counts.duplicate + counts.failed;
  return finished || (counts.received === 0 && answered >= sentFiles);
}

function queueFile(picked: PickedFile): QueuedFile {
  const fault = findFault(picked.file);
  return {
    key: fileKey(picked),
    name: picked.file.name,
    path: picked.path,
    sizeBytes: picked.file.size,
    sentBytes: 0,
    state: fault ? 'failed' : 'waiting',
    reason: fault ?? null,
    canRetry: !fault,
  };
}

export function createUploadQueue(world: UploadWorld) {
  const store = createStore<UploadSnapshot>(IDLE);
  const speed = createSpeedMeter();
  let state: UploadSnapshot = IDLE;
  let entries: Entry[] = [];
  let files: QueuedFile[] = [];
  let waiting: number[] = [];
  let remembered: Remembered | undefined;
  let tellTimer: ReturnType<typeof setTimeout> | undefined;
  let keptAt = 0;
  let isPolling = false;
  let networkFailures = 0;
  /** Answers that belong to an upload that is over find another number here. */
  let run = 0;

  const active = () => files.flatMap((file, index) => (file.state === 'sending' ? [index] : []));

  function keep(): void {
    keptAt = world.now();
    if (remembered && isUnderWay(state.phase)) world.memory.keep(remembered);
  }

  function tellNow(): void {
    clearTimeout(tellTimer);
    tellTimer = undefined;
    if (world.now() - keptAt >= KEEP_MS) keep();
    state = { ...state, files: [...files], bytesPerSecond: speed.bytesPerSecond(world.now()) };
    store.write(state);
  }

  function tellSoon(): void {
    if (world.tellEveryMs === 0) tellNow();
    else tellTimer ??= setTimeout(tellNow, world.tellEveryMs);
  }

  function enter(phase: UploadPhase, message?: string): void {
    state = { ...state, phase, message };
    tellNow();
  }

  function change(index: number, values: Partial<QueuedFile>): void {
    const before = files[index];
    if (!before) return;
    const after = { ...before, ...values };
    files[index] = after;
    const counts = { ...state.counts };
    counts[before.state] -= 1;
    counts[after.state] += 1;
    state = { ...state, counts, sentBytes: state.sentBytes + after.sentBytes - before.sentBytes };
    tellSoon();
  }

  function sendNext(): void {
    while (state.phase === 'sending' && state.counts.sending < PARALLEL_UPLOADS) {
      const index = waiting.shift();
      if (index === undefined) break;
      send(index);
    }
    if (state.phase === 'sending' && state.counts.sending === 0 && waiting.length === 0) void workOff();
  }

  function send(index: number): void {
    const entry = entries[index];
    const batchId = state.batch?.id;
    if (!entry || !batchId) return;
    const thisRun = run;
    const isCurrent = () => thisRun === run && files[index]?.state === 'sending';
    entry.countedBytes = undefined;
    entry.sending ??= world.sendFile(entry.picked.file, batchId, {
      progress: (sentBytes) => isCurrent() && progress(index, sentBytes),
      sent: () => isCurrent() && arrive(index),
      failed: (failure) => isCurrent() && fail(index, failure),
    });
    change(index, { state: 'sending', reason: null });
    entry.sending.start();
  }

  function progress(index: number, sentBytes: number): void {
    const entry = entries[index];
    if (!entry) return;
    // The first step after a resume is what had arrived before: not speed.
    if (entry.countedBytes !== undefined) speed.add(Math.max(0, sentBytes - entry.countedBytes), world.now());
    entry.countedBytes = sentBytes;
    change(index, { sentBytes: Math.min(sentBytes, files[index]?.sizeBytes ?? sentBytes) });
  }

  function arrive(index: number): void {
    const file = files[index];
    if (!file) return;
    networkFailures = 0;
    progress(index, file.sizeBytes);
    remembered?.arrived.push(file.key);
    const entry = entries[index];
    if (entry) entry.sending = undefined;
    change(index, { state: 'sent', sentBytes: file.sizeBytes });
    sendNext();
  }

  function fail(index: number, failure: SendFailure): void {
    networkFailures = failure.kind === 'network' ? networkFailures + 1 : 0;
    if (failure.kind === 'login') stop('logged_out', SESSION_ENDED);
    else if (failure.kind === 'offline') stop('offline', NO_NETWORK);
    else if (networkFailures >= NETWORK_FAILURES) reachAgain();
    else giveUp(index, failure.reason);
  }

  function giveUp(index: number, reason: string): void {
    const entry = entries[index];
    if (entry) entry.sending = undefined;
    change(index, { state: 'failed', reason, sentBytes: 0, canRetry: true });
    sendNext();
  }

  function reachAgain(): void {
    networkFailures = 0;
    stop('offline', UNREACHABLE);
    const thisRun = run;
    void world.wait(REACH_AGAIN_MS).then(() => thisRun === run && state.phase === 'offline' && goOn());
  }

  function goOn(): void {
    enter('sending');
    sendNext();
  }

  function stop(phase: 'paused' | 'offline' | 'logged_out', message?: string): void {
    const stopped = active();
    for (const index of stopped) {
      entries[index]?.sending?.pause();
      change(index, { state: 'waiting' });
    }
    waiting = [...stopped, ...waiting];
    speed.reset();
    enter(phase, message);
  }

  async function workOff(): Promise<void> {
    enter('processing');
    if (isPolling) return;
    isPolling = true;
    const thisRun = run;
    try {
      while (thisRun === run && state.phase === 'processing') {
        if (state.counts.sent === 0) return finish();
        await lookAfterBatch(thisRun);
        if (thisRun !== run || state.phase !== 'processing') return;
        if (state.batch && isWorkedOff(state.batch, state.counts.sent)) return finish();
        await world.wait(POLL_MS);
      }
    } finally {
      if (thisRun === run) isPolling = false;
    }
  }

  async function lookAfterBatch(thisRun: number): Promise<void> {
    try {
      const batch = await world.getBatch(state.batch?.id ?? '');
      if (thisRun !== run) return;
      state = { ...state, batch, message: undefined };
      tellNow();
    } catch (error) {
      if (thisRun !== run) return;
      if (isApiError(error) && error.status === 401) enter('logged_out', SESSION_ENDED);
      else enter(state.phase, 'The server does not answer just now. Still asking.');
    }
  }

  function finish(): void {
    if (!files.some((file) => file.state === 'failed' && file.canRetry)) world.memory.forget();
    enter('done');
  }

  function refuse(message: string): void {
    state = { ...state, message };
    store.write(state);
  }

  function prepare(picked: readonly PickedFile[], target: UploadTarget): Remembered | undefined {
    run += 1;
    isPolling = false;
    speed.reset();
    networkFailures = 0;
    entries = picked.map((one) => ({ picked: one }));
    files = picked.map(queueFile);
    waiting = files.flatMap((file, index) => (file.state === 'waiting' ? [index] : []));
    state = {
      ...IDLE,
      phase: 'opening',
      target,
      totalBytes: waiting.reduce((sum, index) => sum + (files[index]?.sizeBytes ?? 0), 0),
      counts: { ...IDLE.counts, waiting: waiting.length, failed: files.length - waiting.length },
    };
    tellNow();
    const earlier = world.memory.find();
    const isSame =
      earlier?.eventId === target.eventId &&
      earlier.albumId === target.albumId &&
      earlier.setKey === setKeyOf(files.map(({ key }) => key));
    return isSame ? earlier : undefined;
  }

  /** The batch of an interrupted try of the same files, or a new one. */
  async function openOrContinue(target: UploadTarget, earlier: Remembered | undefined): Promise<IngestBatch> {
    const continued = earlier && (await world.getBatch(earlier.batchId).catch(() => undefined));
    return continued ?? (await world.openBatch(target, waiting.length));
  }

  function settle(indexes: readonly number[], values: (file: QueuedFile) => Partial<QueuedFile>): void {
    const settled = new Set(indexes);
    for (const index of indexes) change(index, values(files[index] as QueuedFile));
    waiting = waiting.filter((index) => !settled.has(index));
  }

  return {
    read: store.read,
    subscribe: store.subscribe,

    async start(picked: readonly PickedFile[], target: UploadTarget): Promise<void> {
      if (isUnderWay(state.phase))
        return refuse('An upload is under way. Add more files once it has finished.');
      const refusal = findRefusal(picked.length);
      if (refusal) return refuse(refusal);
      const earlier = prepare(picked, target);
      const thisRun = run;
      if (waiting.length === 0) return enter('done');
      try {
        const batch = await openOrContinue(target, earlier);
        if (thisRun !== run) return;
        const arrived = new Set(earlier?.batchId === batch.id ? earlier.arrived : []);
        const known = waiting.filter((index) => arrived.has(files[index]?.key ?? ''));
        settle(known, (file) => ({ state: 'sent', sentBytes: file.sizeBytes }));
        state = { ...state, batch, resumedFiles: known.length };
        remembered = {
          batchId: batch.id,
          eventId: target.eventId,
          albumId: target.albumId,
          setKey: setKeyOf(files.map(({ key }) => key)),
          totalFiles: files.length,
          startedAt: world.now(),
          arrived: [...arrived],
        };
        enter('sending');
        sendNext();
      } catch (error) {
        if (thisRun !== run) return;
        run += 1;
        entries = [];
        files = [];
        state = { ...IDLE, target, message: messageOf(error) };
        store.write(state);
      }
    },

    pause(): void {
      if (state.phase === 'sending') stop('paused');
    },

    /** The session ended elsewhere: stop before the server has to refuse every file. */
    stopForLogin(): void {
      if (state.phase === 'sending') stop('logged_out', SESSION_ENDED);
    },

    resume(): void {
      if (state.phase !== 'paused' && state.phase !== 'offline' && state.phase !== 'logged_out') return;
      goOn();
    },

    retryFailed(): void {
      if (isUnderWay(state.phase) && state.phase !== 'sending' && state.phase !== 'processing') return;
      const failed = files.flatMap((file, index) =>
        file.state === 'failed' && file.canRetry ? [index] : [],
      );
      if (failed.length === 0) return;
      for (const index of failed) change(index, { state: 'waiting', reason: null });
      waiting.push(...failed);
      if (state.phase !== 'sending') enter('sending');
      sendNext();
    },

    /** What arrived stays and is reported; the rest is given up. */
    cancel(): void {
      if (!isUnderWay(state.phase) || state.phase === 'processing') return;
      const running = active();
      for (const index of [...running, ...waiting]) entries[index]?.sending?.discard();
      settle([...running, ...waiting], () => ({ state: 'cancelled', sentBytes: 0 }));
      waiting = [];
      remembered = undefined;
      world.memory.forget();
      if (state.batch) void workOff();
      else {
        run += 1;
        enter('done');
      }
    },

    /** Back to the empty page, after the report has been read. */
    clear(): void {
      if (isUnderWay(state.phase)) return;
      world.memory.forget();
      run += 1;
      entries = [];
      files = [];
      remembered = undefined;
      state = IDLE;
      store.write(state);
    },

    /** Another person took over this browser: nothing of the first one's upload may go on. */
    abandon(): void {
      for (const { sending } of entries) sending?.pause();
      run += 1;
      entries = [];
      files = [];
      waiting = [];
      remembered = undefined;
      state = IDLE;
      store.write(state);
    },

    /** Writes down what arrived; called when the page is about to go. */
    keep,
  };
}
