// The daily journal as staff see and export it.
import { Readable } from 'node:stream';
import type { Journal, JournalDay, JournalMonth } from '#contract/endpoints/books.ts';
import {
  BOOK_ACCOUNT_KEYS,
  type JournalFormat,
  MAX_JOURNAL_DAYS,
  splitAccountName,
} from '#contract/rules/books.ts';
import { sumCents } from '#contract/rules/money.ts';
import type { Tx } from '#server/context.ts';
import { AppError } from '#server/platform/http/errors.ts';
import type { StreamedFile } from '#server/platform/http/handle.ts';
import { addUpLines, sidesOf, writeJournal } from './journal-files.rules.ts';
import { type MonthJournal, readMonthJournal } from './journal-months.ts';
import { listStatementMonths } from './statement-months.ts';

type BooksTx = Pick<Tx, 'db' | 'clock' | 'log' | 'payments'>;

export async function listJournalMonths(tx: BooksTx): Promise<JournalMonth[]> {
  const months = await listStatementMonths(tx);
  return months.map(({ month, state, closed_at, closed_by }) => ({ month, state, closed_at, closed_by }));
}

export async function showJournal(tx: BooksTx, wanted: string): Promise<Journal> {
  const found = (await listJournalMonths(tx)).find(({ month }) => month === wanted);
  if (!found) throw new AppError('not_found');
  const days = toDays(await readMonthJournal(tx, `${wanted}-01`));
  return {
    ...found,
    days,
    totals: addUpLines(days.flatMap(({ lines }) => lines)),
    days_off: days.filter(isOff).map(({ day }) => day),
  };
}

const isOff = ({ lines }: JournalDay) => sumCents(lines.map(({ debit, credit }) => debit - credit)) !== 0;

/** Every day has one line for each account that moved. */
function toDays({ sums, names }: MonthJournal): JournalDay[] {
  const byDay = Map.groupBy(sums, ({ day }) => day);
  return [...byDay.keys()].sort().map((day) => {
    const own = byDay.get(day) ?? [];
    const lines = BOOK_ACCOUNT_KEYS.flatMap((account) => {
      const cents = sumCents(own.flatMap((sum) => (sum.account === account ? [sum.cents] : [])));
      return cents === 0 ? [] : [{ account, ...splitAccountName(names[account]), ...sidesOf(cents) }];
    });
    return { day, lines };
  });
}

type ExportQuery = { format: JournalFormat; start_date: string; end_date: string };

const DAY_MS = 86_400_000;

export async function exportJournal(
  tx: BooksTx,
  { format, start_date: start, end_date: end }: ExportQuery,
): Promise<StreamedFile> {
  const length = (Date.parse(end) - Date.parse(start)) / DAY_MS + 1;
  if (length < 1 || length > MAX_JOURNAL_DAYS) {
    const message = `Choose a range of at most ${MAX_JOURNAL_DAYS} days`;
    throw new AppError('invalid_request', { details: [{ path: 'end_date', message }] });
  }
  const known = (await listJournalMonths(tx)).map(({ month }) => month).sort();
  const days = [];
  for (const month of known.filter((one) => one >= start.slice(0, 7) && one <= end.slice(0, 7))) {
    const journal = await readMonthJournal(tx, `${month}-01`);
    for (const day of toDays(journal)) {
      if (day.day >= start && day.day <= end) days.push({ ...day, xeroTaxRate: journal.names.xero_tax_rate });
    }
  }
  return {
    fileName: `journal-${format}-${start}-${end}.csv`,
    type: 'text/csv; charset=utf-8',
    content: Readable.from([writeJournal(format, days)]),
  };
}
