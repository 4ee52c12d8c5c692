import type { IngestBatch } from '#contract/endpoints/ingest.ts';
import type { UploadFile } from '#contract/lists/ingest.ts';
import { countOf } from '#web/lib/formats.ts';
import type { PickedFile } from './image-files.ts';

export type UploadTarget = {
  eventId: number;
  eventName: string;
  /** Null for the whole event, where each photo is filed by its capture time. */
  albumId: number | null;
  albumName: string | null;
};

export type QueuedFile = {
  key: string;
  name: string;
  path: string;
  sizeBytes: number;
  sentBytes: number;
  state: 'waiting' | 'sending' | 'sent' | 'failed' | 'canceled';
  reason: string | null;
  canRetry: boolean;
};

export type UploadPhase =
  | 'idle'
  | 'opening'
  | 'sending'
  | 'paused'
  /** Waits for the network, then resumes by itself. */
  | 'offline'
  /** Waits for a login, then has to be resumed. */
  | 'logged_out'
  /** All files have arrived and the server is filing them. */
  | 'processing'
  | 'done';

export type UploadSnapshot = {
  phase: UploadPhase;
  target: UploadTarget | undefined;
  files: readonly QueuedFile[];
  totalBytes: number;
  sentBytes: number;
  counts: Record<QueuedFile['state'], number>;
  bytesPerSecond: number | undefined;
  batch: IngestBatch | undefined;
  /** Why nothing was started, or why the upload is waiting. */
  message: string | undefined;
  /** Files that had arrived before the upload was interrupted. */
  resumedFiles: number;
};

export const IDLE: UploadSnapshot = {
  phase: 'idle',
  target: undefined,
  files: [],
  totalBytes: 0,
  sentBytes: 0,
  counts: { waiting: 0, sending: 0, sent: 0, failed: 0, canceled: 0 },
  bytesPerSecond: undefined,
  batch: undefined,
  message: undefined,
  resumedFiles: 0,
};

export function isInProgress(phase: UploadPhase): boolean {
  return phase !== 'idle' && phase !== 'done';
}

export type SendFailure = { kind: 'login' | 'offline' | 'network' | 'refused'; reason: string };

type Sending = {
  /** Starts, or resumes where it was paused. */
  start(): void;
  pause(): void;
  /** Stops and deletes the part that the server already has. */
  discard(): void;
};

export type SendFile = (
  file: File,
  batchId: string,
  on: { progress(sentBytes: number): void; sent(): void; failed(failure: SendFailure): void },
) => Sending;

export type Entry = { picked: PickedFile; sending?: Sending; countedBytes?: number };

// The report lists the outcome of every file, as far as the server and the browser know.

/** The server lists at most 500 problems. Beyond that, a file that it does not name may have one too. */
const MAX_LISTED_PROBLEMS = 500;

export function liveFile({ path, sizeBytes, sentBytes, state, reason }: QueuedFile): UploadFile {
  return { path, sizeBytes, sentBytes, result: state === 'failed' ? 'not_sent' : state, reason };
}

export function buildReport(queued: readonly QueuedFile[], batch: IngestBatch | undefined) {
  const problems = Map.groupBy(batch?.problems ?? [], ({ name }) => name);
  const isCut = (batch?.problems.length ?? 0) >= MAX_LISTED_PROBLEMS;
  const files = queued.map((one): UploadFile => {
    const file = liveFile(one);
    if (one.state === 'failed') return file;
    if (one.state !== 'sent') return { ...file, result: 'canceled', reason: null };
    const problem = problems.get(one.name)?.shift();
    if (problem && problem.state !== 'received')
      return { ...file, result: problem.state, reason: problem.reason };
    return { ...file, result: isCut ? 'sent' : 'filed', reason: null };
  });
  const counts = batch?.counts;
  const notSent = queued.filter(({ state }) => state === 'failed');
  const canceled = files.filter(({ result }) => result === 'canceled').length;
  const refused = counts?.failed ?? 0;
  const unsorted = counts?.unsorted ?? 0;
  return {
    /** True only if every file is in its album or was already there. */
    isComplete: notSent.length + canceled + refused + unsorted === 0,
    filed: counts?.filed ?? 0,
    unsorted,
    clock: counts?.clock ?? 0,
    duplicates: counts?.duplicate ?? 0,
    /** These files arrived, but the server did not accept them. */
    refused,
    notSent: notSent.length,
    canceled,
    canRetry: notSent.filter(({ canRetry }) => canRetry).length,
    files,
  };
}

export function nameOutcome({ isComplete, unsorted, ...report }: ReturnType<typeof buildReport>): string {
  if (isComplete) return 'Completed';
  if (report.notSent + report.canceled + report.refused > 0) return 'Finished with problems';
  return `Finished: ${countOf(unsorted, 'photo needs', 'photos need')} sorting`;
}

export const PHASE_WORDS: Record<UploadPhase, string> = {
  idle: 'Nothing to upload',
  opening: 'Starting',
  sending: 'Uploading',
  paused: 'Paused',
  offline: 'Waiting for the network',
  logged_out: 'Stopped',
  processing: 'Uploaded. Filing the photos',
  done: 'Finished',
};
