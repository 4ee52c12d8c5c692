import type { DetailedError, Upload, UploadOptions } from 'tus-js-client';
import { UPLOADS_PATH } from '#contract/endpoints/ingest.ts';
import type { SendFailure, SendFile } from './upload-state.ts';
import type { UploadServices, UploadStore } from './upload-store.ts';

// A problem that affects all files, such as a lost network, pauses the queue instead of failing single files.

export const PARALLEL_UPLOADS = 3;
/** After this many network failures in a row the network is the cause, not the files. */
const NETWORK_FAILURES = 3;
const RETRY_MS = 15_000;
const UNREACHABLE = 'The site cannot be reached. The upload will retry automatically.';
const NO_NETWORK = 'You are offline. The upload will resume automatically.';

export function createSender(services: UploadServices, store: UploadStore, onAllSent: () => void) {
  const { work, speed, change, setPhase } = store;
  let networkFailures = 0;

  const sendingFiles = () => work.files.flatMap((file, index) => (file.state === 'sending' ? [index] : []));

  function sendNext(): void {
    while (work.state.phase === 'sending' && work.state.counts.sending < PARALLEL_UPLOADS) {
      const index = work.waiting.shift();
      if (index === undefined) break;
      send(index);
    }
    const { phase, counts } = work.state;
    if (phase === 'sending' && counts.sending === 0 && work.waiting.length === 0) onAllSent();
  }

  function send(index: number): void {
    const entry = work.entries[index];
    const batchId = work.state.batch?.id;
    if (!entry || !batchId) return;
    const thisRun = work.run;
    const isCurrent = () => thisRun === work.run && work.files[index]?.state === 'sending';
    entry.countedBytes = undefined;
    entry.sending ??= services.sendFile(entry.picked.file, batchId, {
      progress: (sentBytes) => isCurrent() && progress(index, sentBytes),
      sent: () => isCurrent() && markSent(index),
      failed: (failure) => isCurrent() && fail(index, failure),
    });
    change(index, { state: 'sending', reason: null });
    entry.sending.start();
  }

  function progress(index: number, sentBytes: number): void {
    const entry = work.entries[index];
    if (!entry) return;
    // The first step after a resume reports bytes that arrived earlier, so it says nothing about the speed.
    if (entry.countedBytes !== undefined)
      speed.add(Math.max(0, sentBytes - entry.countedBytes), services.now());
    entry.countedBytes = sentBytes;
    change(index, { sentBytes: Math.min(sentBytes, work.files[index]?.sizeBytes ?? sentBytes) });
  }

  function markSent(index: number): void {
    const file = work.files[index];
    if (!file) return;
    networkFailures = 0;
    progress(index, file.sizeBytes);
    work.saved?.arrived.push(file.key);
    const entry = work.entries[index];
    if (entry) entry.sending = undefined;
    change(index, { state: 'sent', sentBytes: file.sizeBytes });
    sendNext();
  }

  function fail(index: number, failure: SendFailure): void {
    networkFailures = failure.kind === 'network' ? networkFailures + 1 : 0;
    if (failure.kind === 'login') stop('logged_out', services.ended.message);
    else if (failure.kind === 'offline') stop('offline', NO_NETWORK);
    else if (networkFailures >= NETWORK_FAILURES) retryLater();
    else markFailed(index, failure.reason);
  }

  function markFailed(index: number, reason: string): void {
    const entry = work.entries[index];
    if (entry) entry.sending = undefined;
    change(index, { state: 'failed', reason, sentBytes: 0, canRetry: true });
    sendNext();
  }

  function retryLater(): void {
    networkFailures = 0;
    stop('offline', UNREACHABLE);
    const thisRun = work.run;
    void services
      .wait(RETRY_MS)
      .then(() => thisRun === work.run && work.state.phase === 'offline' && resume());
  }

  function resume(): void {
    setPhase('sending');
    sendNext();
  }

  function stop(phase: 'paused' | 'offline' | 'logged_out', message?: string): void {
    const stopped = sendingFiles();
    for (const index of stopped) {
      work.entries[index]?.sending?.pause();
      change(index, { state: 'waiting' });
    }
    work.waiting = [...stopped, ...work.waiting];
    speed.reset();
    setPhase(phase, message);
  }

  return {
    sendNext,
    resume,
    stop,

    reset(): void {
      networkFailures = 0;
      speed.reset();
    },

    discardRest(): number[] {
      const rest = [...sendingFiles(), ...work.waiting];
      for (const index of rest) work.entries[index]?.sending?.discard();
      return rest;
    },
  };
}

const RETRY_DELAYS_MS = [0, 1_000, 3_000, 5_000, 10_000];
const WORTH_RETRYING = new Set([409, 423, 429]);
const MAX_REASON_LENGTH = 200;

function statusOf(error: unknown): number {
  return (error as Partial<DetailedError>).originalResponse?.getStatus() ?? 0;
}

function reasonOf(error: unknown): string {
  const body = (error as Partial<DetailedError>).originalResponse?.getBody() ?? '';
  try {
    const message: unknown = JSON.parse(body).error.message;
    if (typeof message === 'string') return message;
  } catch {
    // A proxy may answer with plain text, which then is the reason.
  }
  return body.trim().slice(0, MAX_REASON_LENGTH) || `The server answered with status ${statusOf(error)}.`;
}

function failureOf(error: unknown, endedStatus: number): SendFailure {
  const status = statusOf(error);
  if (status === endedStatus) return { kind: 'login', reason: reasonOf(error) };
  if (status === 0 && !navigator.onLine) return { kind: 'offline', reason: 'You are offline.' };
  if (status === 0) return { kind: 'network', reason: 'The connection was lost.' };
  if (status >= 502) return { kind: 'network', reason: 'The server did not respond.' };
  return { kind: 'refused', reason: reasonOf(error) };
}

function isWorthRetrying(error: unknown): boolean {
  const status = statusOf(error);
  return status === 0 ? navigator.onLine : status >= 500 || WORTH_RETRYING.has(status);
}

type Right = {
  /** Proves the right. It is called for every request, so that a waiting upload uses the new login. */
  readHeaders: () => Record<string, string>;
  /** The status of answers once the right has ended. */
  endedStatus: number;
};
type Order = { file: File; batchId: string; on: Parameters<SendFile>[2] };

function optionsFor({ readHeaders, endedStatus }: Right, { file, batchId, on }: Order): UploadOptions {
  return {
    endpoint: new URL(UPLOADS_PATH, window.location.origin).href,
    metadata: { batch: batchId, filename: file.name },
    retryDelays: RETRY_DELAYS_MS,
    // Partial uploads belong to a batch, so the same file for another album starts over.
    fingerprint: async () => ['encore', batchId, file.name, file.size, file.lastModified].join('-'),
    removeFingerprintOnSuccess: true,
    onBeforeRequest: (request) => {
      for (const [name, value] of Object.entries(readHeaders())) request.setHeader(name, value);
    },
    onShouldRetry: isWorthRetrying,
    onProgress: on.progress,
    onSuccess: on.sent,
    onError: (error) => on.failed(failureOf(error, endedStatus)),
  };
}

async function prepareUpload(file: File, options: UploadOptions): Promise<Upload> {
  const tus = await import('tus-js-client');
  const upload = new tus.Upload(file, options);
  const [earlier] = await upload.findPreviousUploads();
  if (earlier) upload.resumeFromPreviousUpload(earlier);
  return upload;
}

export const sendByTus =
  (right: Right): SendFile =>
  (file, batchId, on) => {
    let prepared: Promise<Upload> | undefined;
    let isWanted = false;
    const end = (shouldTerminate: boolean) => {
      isWanted = false;
      void prepared?.then((upload) => upload.abort(shouldTerminate)).catch(() => undefined);
    };
    return {
      start() {
        isWanted = true;
        prepared ??= prepareUpload(file, optionsFor(right, { file, batchId, on }));
        prepared
          .then((upload) => isWanted && upload.start())
          .catch((error: unknown) => on.failed({ kind: 'refused', reason: String(error) }));
      },
      pause: () => end(false),
      discard: () => end(true),
    };
  };
