// The report says what became of every file, as far as the server and the browser know.

import type { IngestBatch } from '#contract/endpoints/ingest.ts';
import type { UploadFile, UploadResult } from '#contract/lists/upload-files.ts';
import type { QueuedFile } from './upload-state.ts';

export type UploadReport = {
  /** True only if every file is in its album or was already there. */
  isComplete: boolean;
  filed: number;
  doubtful: number;
  clock: number;
  duplicates: number;
  /** These files arrived, but the server did not accept them. */
  refused: number;
  notSent: number;
  canceled: number;
  canRetry: number;
  files: UploadFile[];
};

/** The server lists at most 500 problems. Beyond that, a file that it does not name may have one too. */
const MAX_LISTED_PROBLEMS = 500;

const LIVE_RESULTS: Record<QueuedFile['state'], UploadResult> = {
  waiting: 'waiting',
  sending: 'sending',
  sent: 'sent',
  failed: 'not_sent',
  canceled: 'canceled',
};

export function liveFile({ path, sizeBytes, sentBytes, state, reason }: QueuedFile): UploadFile {
  return { path, sizeBytes, sentBytes, result: LIVE_RESULTS[state], reason };
}

export function buildReport(queued: readonly QueuedFile[], batch: IngestBatch | undefined): UploadReport {
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
  const doubtful = counts?.doubtful ?? 0;
  return {
    isComplete: notSent.length + canceled + refused + doubtful === 0,
    filed: counts?.filed ?? 0,
    doubtful,
    clock: counts?.clock ?? 0,
    duplicates: counts?.duplicate ?? 0,
    refused,
    notSent: notSent.length,
    canceled,
    canRetry: notSent.filter(({ canRetry }) => canRetry).length,
    files,
  };
}
