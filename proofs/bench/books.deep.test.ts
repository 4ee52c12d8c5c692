// `npm run bench:books -- --operations 10000` does more, and prints its figures.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { sumCents } from '#contract/rules/money.ts';
import { findFeesOff, findLinesOff } from '#server/modules/ledger/check-ledger.ts';
import { bookLateCredits } from '#server/modules/ledger/ledger.ts';
import { sweepBalance } from '#server/modules/ledger/payouts.ts';
import { compareTransfers } from '#server/modules/payees/compare-transfers.ts';
import { findBooksOff } from '#server/modules/reports/check-books.ts';
import { bookCalls } from '#server/testing/books.ts';
import { createRandom } from '#server/testing/chaos.ts';
import { payeeCalls } from '#server/testing/payees.ts';
import { startPayingApp } from '#server/testing/paying-app.ts';
import { comeToRest } from '#server/testing/refund-troubles.ts';
import { rosterCalls } from '#server/testing/roster.ts';
import { operate } from './book-operations.ts';
import { openBookShop } from './book-shop.ts';
import { readBalances, readEarned, readSent, readTax, readTransfers } from './read-books.ts';

const OPERATIONS = Number(process.env.BOOK_OPERATIONS ?? 150);
const MINUTES = Number(process.env.BOOK_MINUTES ?? 15);
const FORMATS = ['csv', 'quickbooks', 'xero'] as const;

const app = await startPayingApp();
const { months, journal: readJournal, exportDays, balances } = bookCalls(app);
const { close } = rosterCalls(app);
const { settle: settlePayees } = payeeCalls(app);
const print = (line: string) => process.stdout.write(`${line}\n`);

const lastDayOf = (month: string) =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10);
const exportMonth = (month: string) =>
  Promise.all(
    FORMATS.map(async (format) => (await exportDays(format, `${month}-01`, lastDayOf(month))).text),
  );

const closed = new Map<string, string[]>();

async function closeDueMonths(): Promise<void> {
  const due = (await months()).body.find(({ state }) => state === 'due');
  if (!due) return;
  expect((await close(due.month)).status).toBe(200);
  closed.set(due.month, await exportMonth(due.month));
  await closeDueMonths();
}

async function readSums() {
  const { rows } = await sql<{
    ledger: number;
    tax: number;
    discounts: number;
    shares: number;
    rules: number;
    entries: number;
  }>`
    select (select coalesce(sum(amount_cents), 0)::bigint from ledger_entries) as ledger,
      (select count(*)::int from ledger_entries) as entries,
      coalesce(sum(tax_cents), 0)::bigint as tax,
      coalesce(sum(discount_cents) filter (where kind = 'charge'), 0)::bigint as discounts,
      (select coalesce(sum(earned_cents), 0)::bigint from ledger_line_shares) as shares,
      (select coalesce(sum(amount_cents), 0)::bigint from payee_lines where rule_id is not null) as rules
    from ledger_lines`.execute(app.context.db);
  if (!rows[0]) throw new Error('no sums');
  return rows[0];
}

/** Counts order lines whose booked tax is not the part of their tax that the buyer has paid and not got back. */
async function countTaxOff(): Promise<number> {
  const { rows } = await sql<{ odd: number }>`
    with lines as (
      select line.tax_cents, line.total_cents, sum(booked.tax_cents) as booked_cents, coalesce(sum(booked.amount_cents)
        filter (where booked.kind not in ('fee', 'dispute_fee')), 0) as left_cents
      from order_lines line join ledger_lines booked on booked.order_line_id = line.id group by line.id)
    select count(*) filter (where booked_cents <>
      floor(tax_cents * left_cents::numeric / nullif(total_cents, 0) + 0.5))::int as odd from lines`.execute(
    app.context.db,
  );
  return rows[0]?.odd ?? -1;
}

async function readJournalTax(all: readonly string[]): Promise<Record<string, number>> {
  const months = await Promise.all(
    all.map(async (month) => {
      const own = (await readJournal(month)).totals.filter(({ account }) => account === 'tax');
      return [month, sumCents(own.map(({ debit, credit }) => credit - debit))] as const;
    }),
  );
  return Object.fromEntries(months.filter(([, cents]) => cents !== 0));
}

test('after any operations and deaths, ledger, statements, payees, transfers, tax and journal agree to the cent', {
  timeout: (MINUTES + 10) * 60_000,
}, async () => {
  const began = Date.now();
  const shop = await openBookShop(app, { operations: OPERATIONS, random: createRandom() });
  let done = 0;
  for (; done < OPERATIONS && Date.now() - began < MINUTES * 60_000; done++) {
    await operate(shop);
    if (done % 50 === 0) await closeDueMonths();
    // The database of tests does this never by itself.
    if (done % 250 === 249) await sql`vacuum analyze`.execute(app.context.db);
    if (done % 1_000 === 999) print(`${done + 1} operations, ${Math.round((Date.now() - began) / 1000)} s`);
  }
  await shop.close();
  const operationsS = Math.round((Date.now() - began) / 1000);
  await comeToRest(app);
  await settlePayees();
  await bookLateCredits(app.context);
  await sweepBalance(app.context);
  await closeDueMonths();
  app.advanceMinutes(60);
  await compareTransfers(app.context);

  const balance = await app.context.payments.listBalance(new Date(0));
  const atProvider = sumCents(balance.map(({ netCents }) => netCents));
  const paidOut =
    0 - sumCents(balance.flatMap(({ type, netCents }) => (type === 'payout' ? [netCents] : [])));
  const sums = await readSums();
  const journal = await balances();
  const all = (await months()).body.map(({ month }) => month);
  const { transfers = 0, payments = 0 } = await readSent(app);
  const earned = await readEarned(app, all);
  for (const [name, count] of [...shop.counts].sort())
    print(`${name.padEnd(56)}${String(count).padStart(8)}`);
  for (const [name, ms] of shop.spentMs) print(`${name.padEnd(56)}${(ms / 1000).toFixed(1).padStart(8)} s`);
  print(
    `${done} operations in ${operationsS} s, ${sums.entries} ledger entries, ${closed.size} months closed`,
  );
  for (const [account, cents] of Object.entries(journal))
    print(`${account.padEnd(32)}${String(cents).padStart(12)}`);

  expect(await findLinesOff(app.context, -1)).toEqual([]);
  expect(await findFeesOff(app.context)).toEqual([]);
  expect(await findBooksOff(app.context)).toEqual([]);
  expect({
    ledger: sums.ledger,
    clearing: journal.clearing,
    bank: journal.bank ?? 0,
    payments: journal.payments ?? 0,
    discounts: journal.discounts ?? 0,
    tax: journal.tax ?? 0,
    payables: journal.payables,
    commissions: journal.commissions,
    sum: sumCents(Object.values(journal)),
    taxOff: await countTaxOff(),
  }).toEqual({
    ledger: atProvider + paidOut + transfers,
    clearing: atProvider,
    bank: paidOut,
    payments: 0 - payments,
    discounts: sums.discounts,
    tax: 0 - sums.tax,
    payables: transfers + payments - sumCents(Object.values(earned.statements)) - earned.toNobody,
    commissions: sums.shares + sums.rules,
    sum: 0,
    taxOff: 0,
  });
  expect(earned.booked, 'what payees earned').toEqual(earned.statements);
  const payees = await readBalances(app);
  expect(payees.tables, 'what payees are owed').toEqual(payees.page);
  expect(payees.cases).toEqual([]);
  const sent = await readTransfers(app);
  expect(sent.shop, 'transfers').toEqual(sent.provider);
  const tax = await readTax(app, all);
  const taxOfMonths = await readJournalTax(all);
  expect(tax).toEqual({ report: taxOfMonths, parts: taxOfMonths, rates: taxOfMonths, ledger: taxOfMonths });
  for (const [month, files] of closed) expect(await exportMonth(month), month).toEqual(files);
  expect(shop.counts.get('album sales')).toBeGreaterThan(done / 10);
  expect(closed.size).toBeGreaterThan(1);
});
