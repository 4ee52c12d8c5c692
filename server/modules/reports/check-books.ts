// The nightly check of the journal. A difference fails the job, which staff see on the overview until it is settled.
import { sql } from 'kysely';
import { z } from 'zod';
import { type Context, inTransaction } from '#server/context.ts';
import { lockMonths } from '#server/modules/ledger/closed-months.ts';
import { atOneMoment, type Db } from '#server/platform/database/database.ts';
import type { PaymentMode } from '#server/platform/payments/payment-types.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import { listJournalMonths } from './journal.ts';
import { freezeJournals, type JournalSum, readMonthJournal, sumSources } from './journal-months.ts';
import { JOURNAL_SOURCES } from './journal-sources.ts';

export const checkBooksJob = defineJob({
  name: 'reports.check-books',
  payload: z.object({}),
  concurrency: 1,
  retries: 0,
  expireSeconds: 3600,
});

type BooksContext = Pick<Context, 'db' | 'clock' | 'log' | 'payments'>;

const MAX_NAMED = 20;

export async function checkBooks(context: Context): Promise<void> {
  await freezeClosedMonths(context);
  const off = await findBooksOff(context);
  if (off.length > 0) {
    throw new Error(`${off.length} differences in the books: ${off.slice(0, MAX_NAMED).join('; ')}`);
  }
}

/** Freezes the journals of months that an earlier release closed. */
async function freezeClosedMonths(context: Context): Promise<void> {
  await inTransaction(context, async (tx) => {
    await lockMonths(tx.db);
    await freezeJournals(tx);
  });
}

/** Names every difference of the journals to themselves, to the ledger, and to the statements. */
export function findBooksOff(context: BooksContext): Promise<string[]> {
  return atOneMoment(context.db, async (db) => {
    const tx = { ...context, db };
    const { mode } = context.payments;
    const off: string[] = [];
    const all: JournalSum[] = [];
    for (const { month, state } of await listJournalMonths(tx)) {
      const { sums } = await readMonthJournal(tx, `${month}-01`);
      all.push(...sums);
      off.push(...findUnbalanced(sums));
      if (state === 'closed') off.push(...(await findChanged(db, { mode, month: `${month}-01` }, sums)));
    }
    const booked = sumOf(all, ({ source, account }) => source === 'payments' && account === 'clearing');
    const ledger = await sumLedger(db, mode);
    if (booked !== ledger) off.push(`payments: journal ${booked}, ledger ${ledger}`);
    return off;
  });
}

function findUnbalanced(sums: readonly JournalSum[]): string[] {
  const entries = Map.groupBy(sums, ({ day, source }) => `${day}, ${source}`);
  return [...entries].flatMap(([name, own]) => {
    const cents = sumOf(own, () => true);
    return cents === 0 ? [] : [`${name}: debits less credits are ${cents}`];
  });
}

/** A closed month has what its ledger lines say, by account, and what its statements say. */
async function findChanged(
  db: Db,
  { mode, month }: { mode: PaymentMode; month: string },
  frozen: readonly JournalSum[],
): Promise<string[]> {
  const now = await sumSources(db, { mode, month, timeZone: 'UTC' }, false);
  const ofLedger = JOURNAL_SOURCES.filter(({ monthBy }) => monthBy === 'statement').map(({ name }) => name);
  const keys = new Set([...frozen, ...now].map(({ source, account }) => `${source} ${account}`));
  const off = [...keys].flatMap((key) => {
    const [source = '', account = ''] = key.split(' ');
    if (!ofLedger.includes(source)) return [];
    const isOne = (sum: JournalSum) => sum.source === source && sum.account === account;
    const [before, after] = [sumOf(frozen, isOne), sumOf(now, isOne)];
    return before === after ? [] : [`${month}, ${key}: closed with ${before}, the ledger has ${after}`];
  });
  const earned = await sumStatements(db, { mode, month });
  const booked = sumOf(frozen, ({ account }) => account === 'commissions');
  return earned === booked ? off : [...off, `${month}: commissions ${booked}, statements ${earned}`];
}

const sumOf = (sums: readonly JournalSum[], isWanted: (sum: JournalSum) => boolean) =>
  sums.reduce((total, sum) => total + (isWanted(sum) ? sum.cents : 0), 0);

async function sumLedger(db: Db, mode: PaymentMode): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(amount_cents), 0)::bigint as cents from ledger_entries where mode = ${mode}`.execute(
    db,
  );
  return rows[0]?.cents ?? 0;
}

async function sumStatements(db: Db, { mode, month }: { mode: PaymentMode; month: string }): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(line.earned_cents), 0)::bigint as cents
    from statements join statement_lines line on line.statement_id = statements.id
    where statements.mode = ${mode} and statements.month = ${month}`.execute(db);
  return rows[0]?.cents ?? 0;
}
