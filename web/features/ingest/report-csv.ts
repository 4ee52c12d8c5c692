import { OUTCOME_WORDS, type ReportLine } from './upload-report.ts';

/** Spreadsheets run what begins like a formula: an apostrophe keeps it text. */
const FORMULA = /^[=+\-@\t\r]/;

export function csvCell(value: string | number): string {
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function reportCsv(lines: readonly ReportLine[]): string {
  const rows = lines.map(({ path, sizeBytes, outcome, reason }) => [
    path,
    sizeBytes,
    OUTCOME_WORDS[outcome],
    reason ?? '',
  ]);
  const text = [['file', 'bytes', 'result', 'reason'], ...rows]
    .map((cells) => cells.map(csvCell).join(','))
    .join('\r\n');
  return `${text}\r\n`;
}
