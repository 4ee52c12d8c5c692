import { z } from 'zod';
import { balance } from '#contract/entities/staff-rows.ts';
import { endpointsOf } from '../endpoint.ts';
import { isoDate } from '../primitives.ts';
import { BOOK_ACCOUNT_KEYS, type JournalFormat, MAX_JOURNAL_DAYS } from '../rules/books.ts';
import { month, statementMonth } from './statements.ts';

const endpoint = endpointsOf('Books');

const journalLine = z.object({
  account: z.enum(BOOK_ACCOUNT_KEYS),
  number: z.string(),
  name: z.string(),
  /** One of the two is zero. */
  debit: balance,
  credit: balance,
});
export type JournalLine = z.output<typeof journalLine>;

const journalDay = z.object({ day: isoDate, lines: z.array(journalLine) });
export type JournalDay = z.output<typeof journalDay>;

const journalMonth = statementMonth.pick({ month: true, state: true, closed_at: true, closed_by: true });
export type JournalMonth = z.output<typeof journalMonth>;

const journal = journalMonth.extend({
  /** Only days on which money moved. */
  days: z.array(journalDay),
  /** The sums of the month by account. */
  totals: z.array(journalLine),
  /** Days whose debits and credits differ, which only an error in the books can cause. */
  days_off: z.array(isoDate),
});
export type Journal = z.output<typeof journal>;

const format = z.enum(['csv', 'quickbooks', 'xero'] satisfies JournalFormat[]);

export const bookEndpoints = {
  listJournalMonths: endpoint('GET /books/months', {
    access: 'payouts',
    summary: 'List the months with sales, newest first',
    response: z.array(journalMonth),
  }),
  showJournal: endpoint('GET /books/months/:month', {
    access: 'payouts',
    summary: 'Get the daily journal of a month; frozen once the month is closed',
    params: z.strictObject({ month }),
    response: journal,
  }),
  exportJournal: endpoint('GET /books/export', {
    access: 'payouts',
    summary: `The journal of at most ${MAX_JOURNAL_DAYS} days as a file for a bookkeeping program`,
    query: z.strictObject({ format, start_date: isoDate, end_date: isoDate }),
    response: z.any(),
    raw: true,
  }),
};
