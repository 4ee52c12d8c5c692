import type { IngestBatch } from '#contract/endpoints/ingest.ts';
import type { PickedFile } from './picture-files.ts';

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
