import { dollars } from '../rules/money.ts';
import type { ListColumn, ListValue } from './list.ts';

/**
 * Spreadsheets run text that begins like a formula, some also in full width, so an apostrophe marks it as text. Text that
 * already begins with apostrophes gets one more, so that removing one always gives back the original.
 */
const FORMULA = /^'*[=+\-@＝＋－＠\t\r\n]/;

const AMOUNT = /^-\d+(\.\d+)?$/;

export function csvCell(value: ListValue): string {
  const isFormula = typeof value === 'string' && FORMULA.test(value) && !AMOUNT.test(value);
  const text = isFormula ? `'${value}` : String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function csvLine(values: readonly ListValue[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}

type Columns<Row> = Readonly<Record<string, ListColumn<Row>>>;

const columnsWithValues = <Row>(columns: Columns<Row>) =>
  Object.entries(columns).filter(([, { value, cents }]) => value ?? cents);

export function csvHeading<Row>(columns: Columns<Row>): string {
  return csvLine(columnsWithValues(columns).map(([key]) => key));
}

export function csvRow<Row>(columns: Columns<Row>, row: Row): string {
  const cellOf = ({ value, cents }: ListColumn<Row>) => (cents ? dollars(cents(row)) : value?.(row));
  return csvLine(columnsWithValues(columns).map(([, column]) => cellOf(column) ?? null));
}
