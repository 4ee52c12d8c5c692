// The honest end of an upload: what became of every file, as far as server and browser know it.

import type { IngestBatch, IngestFileState } from '#contract/endpoints/ingest.ts';
import { formatCount } from '#web/lib/count-words.ts';
import type { QueuedFile } from './upload-state.ts';

export type Outcome = Exclude<IngestFileState, 'received'> | 'not_sent' | 'cancelled' | 'sent';

export type ReportLine = { path: string; sizeBytes: number; outcome: Outcome; reason: string | null };

export type UploadReport = {
  /** Only when every file is in its album, or was there already. */
  isComplete: boolean;
  totalFiles: number;
  filed: number;
  doubtful: number;
  clock: number;
  duplicates: number;
  /** Arrived, but refused by the server. */
  refused: number;
  notSent: number;
  cancelled: number;
  canRetry: number;
  lines: ReportLine[];
};

/** The server lists at most 500 problems: past that, a file it does not name may have one too. */
const LISTED_PROBLEMS = 500;

function problemsByName(batch: IngestBatch | undefined) {
  return Map.groupBy(batch?.problems ?? [], ({ name }) => name);
}

export function buildReport(files: readonly QueuedFile[], batch: IngestBatch | undefined): UploadReport {
  const problems = problemsByName(batch);
  const isCut = (batch?.problems.length ?? 0) >= LISTED_PROBLEMS;
  const lines = files.map((file): ReportLine => {
    const base = { path: file.path, sizeBytes: file.sizeBytes };
    if (file.state === 'failed') return { ...base, outcome: 'not_sent', reason: file.reason };
    if (file.state !== 'sent') return { ...base, outcome: 'cancelled', reason: null };
    const problem = problems.get(file.name)?.shift();
    if (problem && problem.state !== 'received')
      return { ...base, outcome: problem.state, reason: problem.reason };
    return { ...base, outcome: isCut ? 'sent' : 'filed', reason: null };
  });
  const counts = batch?.counts;
  const notSent = files.filter(({ state }) => state === 'failed');
  const cancelled = lines.filter(({ outcome }) => outcome === 'cancelled').length;
  const refused = counts?.failed ?? 0;
  const doubtful = counts?.doubtful ?? 0;
  return {
    isComplete: notSent.length + cancelled + refused + doubtful === 0,
    totalFiles: files.length,
    filed: counts?.filed ?? 0,
    doubtful,
    clock: counts?.clock ?? 0,
    duplicates: counts?.duplicate ?? 0,
    refused,
    notSent: notSent.length,
    cancelled,
    canRetry: notSent.filter(({ canRetry }) => canRetry).length,
    lines,
  };
}

export const OUTCOME_WORDS: Record<Outcome, string> = {
  filed: 'Filed',
  doubtful: 'Doubtful',
  clock: 'Clock frame',
  duplicate: 'Already here',
  failed: 'Refused',
  not_sent: 'Not uploaded',
  cancelled: 'Cancelled',
  sent: 'Uploaded',
};

/** The results there are, and how many files have each. */
export function countOutcomes(lines: readonly ReportLine[]): Record<string, string> {
  const groups = Map.groupBy(lines, ({ outcome }) => outcome);
  const known = (Object.keys(OUTCOME_WORDS) as Outcome[]).filter((outcome) => groups.has(outcome));
  return Object.fromEntries(
    known.map((outcome) => [
      outcome,
      `${OUTCOME_WORDS[outcome]} (${formatCount(groups.get(outcome)?.length ?? 0)})`,
    ]),
  );
}

/** Files of one result; all of them where it is none that a file has. */
export function withOutcome(lines: readonly ReportLine[], wanted: string | undefined) {
  const found = lines.filter(({ outcome }) => outcome === wanted);
  return found.length > 0 ? { outcome: wanted, lines: found } : { outcome: undefined, lines };
}
