import { csvText } from '#web/lib/csv.ts';
import { OUTCOME_WORDS, type ReportLine } from './upload-report.ts';

export function reportCsv(lines: readonly ReportLine[]): string {
  const rows = lines.map(({ path, sizeBytes, outcome, reason }) => [
    path,
    sizeBytes,
    OUTCOME_WORDS[outcome],
    reason ?? '',
  ]);
  return csvText(['file', 'bytes', 'result', 'reason'], rows);
}
