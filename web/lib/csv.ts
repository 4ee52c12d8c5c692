/**
 * Spreadsheets run what begins like a formula: an apostrophe keeps it text. One more where there is one already, so
 * that whoever takes one off again has what was there.
 */
const FORMULA = /^'*[=+\-@\t\r]/;

type CsvValue = string | number;

export function csvCell(value: CsvValue): string {
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function csvText(heads: readonly string[], rows: readonly (readonly CsvValue[])[]): string {
  const text = [heads, ...rows].map((cells) => cells.map(csvCell).join(',')).join('\r\n');
  return `${text}\r\n`;
}
