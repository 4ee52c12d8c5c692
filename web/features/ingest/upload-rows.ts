import type { UploadFileRow } from './upload-files.tsx';
import { OUTCOME_WORDS, type Outcome, type ReportLine } from './upload-report.ts';
import type { QueuedFile } from './upload-state.ts';
import { FILE_WORDS } from './upload-words.ts';

const FILE_TONES: Record<QueuedFile['state'], UploadFileRow['tone']> = {
  waiting: 'plain',
  sending: 'plain',
  sent: 'ok',
  failed: 'bad',
  cancelled: 'plain',
};

const OUTCOME_TONES: Record<Outcome, UploadFileRow['tone']> = {
  filed: 'ok',
  clock: 'ok',
  sent: 'ok',
  duplicate: 'plain',
  doubtful: 'warn',
  failed: 'bad',
  not_sent: 'bad',
  cancelled: 'plain',
};

const LIVE_ORDER: Record<QueuedFile['state'], number> = {
  sending: 0,
  failed: 1,
  waiting: 2,
  cancelled: 3,
  sent: 4,
};
const REPORT_ORDER: Outcome[] = [
  'not_sent',
  'failed',
  'doubtful',
  'duplicate',
  'cancelled',
  'clock',
  'sent',
  'filed',
];

/** What moves comes first, what is done last. */
export function liveRows(files: readonly QueuedFile[]): UploadFileRow[] {
  return files
    .toSorted((a, b) => LIVE_ORDER[a.state] - LIVE_ORDER[b.state])
    .map(({ path, sizeBytes, sentBytes, state, reason }) => ({
      path,
      sizeBytes,
      words: FILE_WORDS[state],
      tone: FILE_TONES[state],
      reason,
      ...(state === 'sending' && { sentBytes }),
    }));
}

/** What needs a look comes first. */
export function reportRows(lines: readonly ReportLine[]): UploadFileRow[] {
  return lines
    .toSorted((a, b) => REPORT_ORDER.indexOf(a.outcome) - REPORT_ORDER.indexOf(b.outcome))
    .map(({ path, sizeBytes, outcome, reason }) => ({
      path,
      sizeBytes,
      words: OUTCOME_WORDS[outcome],
      tone: OUTCOME_TONES[outcome],
      reason,
    }));
}
