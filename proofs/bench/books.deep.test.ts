// `npm run bench:books -- --operations 10000` does more, and prints its figures.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { sumCents } from '#contract/rules/money.ts';
import { findFeesOff, findLinesOff } from '#server/modules/ledger/check-ledger.ts';
import { sweepBalance } from '#server/modules/ledger/payouts.ts';
import { findBooksOff } from '#server/modules/reports/check-books.ts';
import { bookCalls } from '#server/testing/books.ts';
import { createRandom } from '#server/testing/chaos.ts';
import { startPayingApp } from '#server/testing/paying-app.ts';
import { comeToRest } from '#server/testing/refund-troubles.ts';
import { rosterCalls } from '#server/testing/roster.ts';
import { openBookShop, operate } from './book-operations.ts';

const OPERATIONS = Number(process.env.BOOK_OPERATIONS ?? 150);
const MINUTES = Number(process.env.BOOK_MINUTES ?? 15);
const FORMATS = ['csv', 'quickbooks', 'xero'] as const;

const app = await startPayingApp();
const { months, exportDays, balances } = bookCalls(app);
const { close, month: readStatements } = rosterCalls(app);
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
    earned: number;
    entries: number;
  }>`
    select (select coalesce(sum(amount_cents), 0)::bigint from ledger_entries) as ledger,
      (select count(*)::int from ledger_entries) as entries,
      coalesce(sum(tax_cents), 0)::bigint as tax,
      coalesce(sum(discount_cents) filter (where kind = 'charge'), 0)::bigint as discounts,
      (select coalesce(sum(earned_cents), 0)::bigint from ledger_line_shares) as earned
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

test('after any operations and deaths, ledger, statements, tax and journal agree to the cent', {
  timeout: (MINUTES + 10) * 60_000,
}, async () => {
  const began = Date.now();
  const shop = await openBookShop(app, { operations: OPERATIONS, random: createRandom() });
  let done = 0;
  for (; done < OPERATIONS && Date.now() - began < MINUTES * 60_000; done++) {
    await operate(shop);
    if (done % 50 === 0) await closeDueMonths();
    if (done % 1_000 === 999) print(`${done + 1} operations, ${Math.round((Date.now() - began) / 1000)} s`);
  }
  await shop.close();
  await comeToRest(app);
  await sweepBalance(app.context);
  await closeDueMonths();

  const balance = await app.context.payments.listBalance(new Date(0));
  const atProvider = sumCents(balance.map(({ netCents }) => netCents));
  const paidOut =
    0 - sumCents(balance.flatMap(({ type, netCents }) => (type === 'payout' ? [netCents] : [])));
  const sums = await readSums();
  const journal = await balances();
  const all = await Promise.all((await months()).body.map(({ month }) => readStatements(month)));
  const earned = sumCents(
    all.flatMap(({ list }) => list.flatMap(({ lines }) => lines.map((line) => line.earned))),
  );
  for (const [name, count] of shop.counts) print(`${name.padEnd(32)}${String(count).padStart(8)}`);
  print(
    `${done} operations in ${Math.round((Date.now() - began) / 1000)} s, ${sums.entries} ledger entries, ${closed.size} months closed`,
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
    discounts: journal.discounts ?? 0,
    tax: journal.tax ?? 0,
    payables: journal.payables,
    commissions: journal.commissions,
    sum: sumCents(Object.values(journal)),
    taxOff: await countTaxOff(),
  }).toEqual({
    ledger: atProvider + paidOut,
    clearing: atProvider,
    bank: paidOut,
    discounts: sums.discounts,
    tax: 0 - sums.tax,
    payables: 0 - earned,
    commissions: sums.earned,
    sum: 0,
    taxOff: 0,
  });
  for (const [month, files] of closed) expect(await exportMonth(month), month).toEqual(files);
  expect(shop.counts.get('album sales')).toBeGreaterThan(done / 10);
  expect(closed.size).toBeGreaterThan(1);
});
