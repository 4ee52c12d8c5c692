import type { IngestBatch } from '#contract/endpoints/ingest.ts';
import type { PickedFile } from './picture-files.ts';

export type UploadTarget = {
  eventId: number;
  eventName: string;
  /** Null for the whole event: the photos file themselves. */
  albumId: number | null;
  albumName: string | null;
};

export type QueuedFile = {
  key: string;
  name: string;
  path: string;
  sizeBytes: number;
  sentBytes: number;
  state: 'waiting' | 'sending' | 'sent' | 'failed' | 'cancelled';
  reason: string | null;
  canRetry: boolean;
};

export type UploadPhase =
  | 'idle'
  | 'opening'
  | 'sending'
  | 'paused'
  /** No network: goes on by itself. */
  | 'offline'
  /** The session ended: goes on after a login. */
  | 'logged_out'
  /** Every byte is there; the server is working. */
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
  /** Why nothing was started, or what stands in the way now. */
  message: string | undefined;
  /** Files that had arrived in an earlier, interrupted try. */
  resumedFiles: number;
};

export const IDLE: UploadSnapshot = {
  phase: 'idle',
  target: undefined,
  files: [],
  totalBytes: 0,
  sentBytes: 0,
  counts: { waiting: 0, sending: 0, sent: 0, failed: 0, cancelled: 0 },
  bytesPerSecond: undefined,
  batch: undefined,
  message: undefined,
  resumedFiles: 0,
};

export function isUnderWay(phase: UploadPhase): boolean {
  return phase !== 'idle' && phase !== 'done';
}

export type SendFailure = { kind: 'login' | 'offline' | 'network' | 'refused'; reason: string };

type Sending = {
  /** Begins, or goes on where it was paused. */
  start(): void;
  pause(): void;
  /** Ends it and has the server forget the part that arrived. */
  discard(): void;
};

export type SendFile = (
  file: File,
  batchId: string,
  on: { progress(sentBytes: number): void; sent(): void; failed(failure: SendFailure): void },
) => Sending;

export type Entry = { picked: PickedFile; sending?: Sending; countedBytes?: number };
