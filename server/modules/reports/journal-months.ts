// The journal of a month, as sums by source, day and account. An open month is read from its sources; closing it freezes
// the sums and the names of the accounts.
import { sql } from 'kysely';
import type { SiteSettings } from '#contract/endpoints/settings.ts';
import { BOOK_ACCOUNT_KEYS, type BookAccount } from '#contract/rules/books.ts';
import type { Tx } from '#server/context.ts';
import { monthAfter } from '#server/modules/ledger/closed-months.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { PaymentMode } from '#server/platform/payments/payment-types.ts';
import { JOURNAL_SOURCES, type JournalRange } from './journal-sources.ts';
import { findFirstMonth } from './statement-months.queries.ts';

export type JournalTx = Pick<Tx, 'db' | 'log' | 'payments'>;

/** Positive cents are debits. */
export type JournalSum = { source: string; day: string; account: BookAccount; cents: number };
export type JournalNames = Record<BookAccount | 'xero_tax_rate', string>;
export type MonthJournal = { sums: JournalSum[]; names: JournalNames };

export async function readMonthJournal(tx: JournalTx, month: string): Promise<MonthJournal> {
  const { db, payments } = tx;
  const ofMonth = { mode: payments.mode, month };
  const frozen = await findFrozen(db, ofMonth);
  if (frozen) return frozen;
  const settings = await getSettings(tx);
  const last = await findLastFrozen(db, payments.mode);
  const range = { ...ofMonth, timeZone: settings.reporting_time_zone };
  const first = last === undefined ? await findFirstMonth(db, payments.mode) : monthAfter(last);
  return { sums: await sumSources(db, range, month <= (first ?? month)), names: namesIn(settings) };
}

/**
 * Freezes the journals of all closed months that have none yet: of the month that is being closed, and of months that were
 * closed before there was a journal. The caller holds the lock of the months.
 */
export async function freezeJournals(tx: JournalTx): Promise<void> {
  const { db, payments } = tx;
  const { mode } = payments;
  const { rows } = await sql<{ month: string }>`
    select month from closed_months where mode = ${mode} and not exists (
      select from closed_journals journal where journal.mode = ${mode} and journal.month = closed_months.month)
    order by month`.execute(db);
  const { reporting_time_zone: timeZone } = await getSettings(tx);
  for (const { month } of rows) {
    const { sums, names } = await readMonthJournal(tx, month);
    await db
      .insertInto('closedJournals')
      .values({ mode, month, timeZone, names: JSON.stringify(names) })
      .execute();
    if (sums.length === 0) continue;
    await db
      .insertInto('closedJournalLines')
      .values(sums.map((sum) => ({ mode, month, ...sum })))
      .execute();
  }
}

function namesIn(settings: SiteSettings): JournalNames {
  const names = BOOK_ACCOUNT_KEYS.map((account) => [account, settings[`account_${account}`]]);
  return Object.fromEntries([...names, ['xero_tax_rate', settings.xero_tax_rate]]);
}

async function findFrozen(
  db: Db,
  { mode, month }: { mode: PaymentMode; month: string },
): Promise<MonthJournal | undefined> {
  const journal = await db
    .selectFrom('closedJournals')
    .select('names')
    .where('mode', '=', mode)
    .where('month', '=', month)
    .executeTakeFirst();
  if (!journal) return undefined;
  const { rows } = await sql<JournalSum>`
    select source, day::text, account, cents from closed_journal_lines
    where mode = ${mode} and month = ${month} order by source, day, account`.execute(db);
  return { sums: rows, names: journal.names as JournalNames };
}

async function findLastFrozen(db: Db, mode: PaymentMode): Promise<string | undefined> {
  const row = await db
    .selectFrom('closedJournals')
    .select(({ fn }) => fn.max<string | null>('month').as('month'))
    .where('mode', '=', mode)
    .executeTakeFirst();
  return row?.month ?? undefined;
}

/**
 * Whatever a source says of earlier months and these did not have when they were closed is dated the first day of the
 * first open month. So all journals together always have exactly what the sources have.
 */
export async function sumSources(db: Db, range: JournalRange, isFirst: boolean): Promise<JournalSum[]> {
  const { mode, month } = range;
  const begin = sql`${month}::date`;
  const end = sql`(${month}::date + interval '1 month')::date`;
  const parts = JOURNAL_SOURCES.map(({ name, monthBy, rows }) => {
    const since = monthBy === 'day' && !isFirst ? sql`day >= ${begin}` : sql`true`;
    const until = monthBy === 'day' ? sql`day < ${end}` : sql`true`;
    return sql`
      select ${sql.lit(name)} as source, least(greatest(day, ${begin}), ${end} - 1) as day, account, cents
      from (${rows(range)}) moved where ${since} and ${until}`;
  });
  const byDay = JOURNAL_SOURCES.flatMap(({ name, monthBy }) => (monthBy === 'day' ? [name] : []));
  const known = sql`
    select source, ${begin}, account, -cents from closed_journal_lines
    where ${isFirst} and mode = ${mode} and source = any(${byDay})`;
  const { rows } = await sql<JournalSum>`
    select source, day::text, account, sum(cents)::bigint as cents
    from (${sql.join([...parts, known], sql` union all `)}) moved
    group by 1, 2, 3 having sum(cents) <> 0 order by 1, 2, 3`.execute(db);
  return rows;
}
