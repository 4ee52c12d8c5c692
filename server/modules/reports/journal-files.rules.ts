// The journal as a file. The same days give the same bytes.
import type { JournalDay, JournalLine } from '#contract/endpoints/books.ts';
import { csvLine } from '#contract/lists/csv.ts';
import { BOOK_ACCOUNT_KEYS, type JournalFormat } from '#contract/rules/books.ts';
import { dollars, sumCents } from '#contract/rules/money.ts';

export type DatedDay = JournalDay & { xeroTaxRate: string };

const side = (cents: number) => (cents === 0 ? null : dollars(cents));
const numberOf = (day: string) => `ENC-${day.replaceAll('-', '')}`;

/** The documented import of Xero takes this many lines. */
export const MAX_XERO_LINES = 300;

export function writeJournal(format: JournalFormat, days: readonly DatedDay[]): string {
  if (format === 'csv') return writeCsv(days);
  return format === 'quickbooks' ? writeQuickBooks(days) : writeXero(days);
}

function writeCsv(days: readonly JournalDay[]): string {
  return (
    csvLine(['journal', 'date', 'account_number', 'account', 'debit', 'credit']) +
    each(days, ({ day }, { number, name, debit, credit }) => [
      numberOf(day),
      day,
      number,
      name,
      side(debit),
      side(credit),
    ])
  );
}

/** QuickBooks matches accounts by their names. */
function writeQuickBooks(days: readonly JournalDay[]): string {
  return (
    csvLine(['JournalNo', 'JournalDate', 'AccountName', 'Debits', 'Credits', 'Description']) +
    each(days, ({ day }, { name, debit, credit }) => [
      numberOf(day),
      `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`,
      name,
      side(debit),
      side(credit),
      `Encore, ${day}`,
    ])
  );
}

const XERO_COLUMNS = [
  '*Narration',
  '*Date',
  'Description',
  '*AccountCode',
  '*TaxRate',
  '*Amount',
  'TrackingName1',
  'TrackingOption1',
  'TrackingName2',
  'TrackingOption2',
];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Xero matches accounts by their numbers, and tells debits from credits by the sign. */
function writeXero(days: readonly DatedDay[]): string {
  const lines = sumCents(days.map((day) => day.lines.length));
  const journals = lines > MAX_XERO_LINES ? addUpMonths(days) : days;
  return (
    csvLine(XERO_COLUMNS) +
    each(journals, ({ day, xeroTaxRate }, { number, name, debit, credit }) => [
      `Encore ${numberOf(day)}`,
      `${day.slice(8)} ${MONTHS[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`,
      name,
      number,
      xeroTaxRate,
      dollars(debit - credit),
      null,
      null,
      null,
      null,
    ])
  );
}

/** One journal for each month, dated its last day with money. */
function addUpMonths(days: readonly DatedDay[]): DatedDay[] {
  return [...Map.groupBy(days, ({ day }) => day.slice(0, 7)).values()].flatMap((own) => {
    const last = own.at(-1);
    return last ? [{ ...last, lines: addUpLines(own.flatMap(({ lines }) => lines)) }] : [];
  });
}

/** In the order of the accounts; what adds up to zero is left out. */
export function addUpLines(lines: readonly JournalLine[]): JournalLine[] {
  const byAccount = Map.groupBy(lines, ({ account }) => account);
  return BOOK_ACCOUNT_KEYS.flatMap((account) => {
    const own = byAccount.get(account) ?? [];
    const [first] = own;
    const cents = sumCents(own.map(({ debit, credit }) => debit - credit));
    return first && cents !== 0 ? [{ ...first, ...sidesOf(cents) }] : [];
  });
}

export const sidesOf = (cents: number) => ({ debit: Math.max(0, cents), credit: Math.max(0, 0 - cents) });

function each<Day extends JournalDay>(
  days: readonly Day[],
  cells: (day: Day, line: JournalLine) => (string | number | null)[],
): string {
  return days.flatMap((day) => day.lines.map((line) => csvLine(cells(day, line)))).join('');
}
