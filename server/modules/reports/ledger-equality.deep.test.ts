import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { albumListEndpoints } from '#contract/endpoints/catalogue.ts';
import { eventListEndpoints } from '#contract/endpoints/overview.ts';
import { type ReportMoney, reportEndpoints, reportRowListEndpoints } from '#contract/endpoints/reports.ts';
import type { ListedAlbum } from '#contract/entities/staff-event.ts';
import type { ReportRow } from '#contract/entities/staff-rows.ts';
import { sweepBalance } from '#server/modules/ledger/payouts.ts';
import { countAlbumSums, withoutZeros } from '#server/testing/album-sums.ts';
import { ROUNDS_TIMEOUT, rounds } from '#server/testing/chaos.ts';
import { expectCockpitsAddUp } from '#server/testing/cockpit-sums.ts';
import { buildUser, eventually } from '#server/testing/factories.ts';
import { changeSettings } from '#server/testing/order-factories.ts';
import { startPayingApp } from '#server/testing/paying-app.ts';
import { ONE_OF_EACH, sales, sell } from '#server/testing/random-sales.ts';

const app = await startPayingApp();
const RUNS = rounds({ usually: 2, inChaos: 30 });
const ZONE = 'America/Chicago';
const PRODUCER_RATE = 1_250;

const dayOf = (moment: Date) => new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(moment);
const began = new Date();
const range = () => ({
  start_date: dayOf(began),
  end_date: dayOf(app.context.clock.now()),
  time_zone: ZONE,
});

async function readReport(days: ReturnType<typeof range>) {
  const { token } = await buildUser(app, { role: 'analyst' });
  return (await app.call(reportEndpoints.salesReport, { token, query: days })).body;
}

async function readRows(): Promise<ReportRow[]> {
  const { token } = await buildUser(app, { role: 'analyst' });
  const rows: ReportRow[] = [];
  for (let after: string | undefined; ; ) {
    const query = { ...range(), _limit: 7, ...(after ? { after } : {}) };
    const { body } = await app.call(reportRowListEndpoints.page, { token, query });
    rows.push(...body.rows);
    if (body.next === null) return rows;
    after = body.next;
  }
}

const sumOf = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
const KINDS = ['gross', 'refunds', 'disputes', 'fees', 'net'] as const;
const moneyOf = (parts: readonly ReportMoney[]) =>
  Object.fromEntries(KINDS.map((kind) => [kind, sumOf(parts.map((part) => part[kind]))]));

async function ledgerMoney() {
  const entries = await app.context.db.selectFrom('ledgerEntries').select(['kind', 'amountCents']).execute();
  const of = (...kinds: string[]) =>
    sumOf(entries.filter((entry) => kinds.includes(entry.kind)).map((entry) => entry.amountCents));
  return {
    gross: of('charge'),
    refunds: 0 - of('refund', 'refund_failed'),
    disputes: 0 - of('dispute', 'dispute_won'),
    fees: 0 - of('fee', 'dispute_fee'),
    net: sumOf(entries.map((entry) => entry.amountCents)),
  };
}

async function expectLinesAddUp(rows: ReportRow[]): Promise<void> {
  const lines = await app.context.db
    .selectFrom('orderLines')
    .innerJoin('orders', 'orders.id', 'orderLines.orderId')
    .select(['orderLines.id', 'orderLines.totalCents', 'orderLines.refundedCents', 'orders.paidAt'])
    .execute();
  const amounts = (line: number, ...kinds: string[]) =>
    sumOf(rows.filter((row) => row.line === line && kinds.includes(row.kind)).map((row) => row.amount));
  for (const line of lines) {
    const [charged, returned] = [amounts(line.id, 'charge'), amounts(line.id, 'refund', 'refund_failed')];
    if (line.paidAt) expect([charged, 0 - returned]).toEqual([line.totalCents, line.refundedCents]);
    else expect(charged + returned).toBe(0);
  }
}

async function listAlbums(sort: `${'sold' | 'revenue'}:${'asc' | 'desc'}`): Promise<ListedAlbum[]> {
  const { token } = await buildUser(app, { role: 'customer_support' });
  const rows: ListedAlbum[] = [];
  for (let after: string | undefined; ; ) {
    const query = { _sort: sort, _limit: 4, ...(after ? { after } : {}) };
    const { body } = await app.call(albumListEndpoints.page, { token, query });
    rows.push(...body.rows);
    if (body.next === null) return rows;
    after = body.next;
  }
}

async function readAlbumSums() {
  const albums = await listAlbums('sold:desc');
  return withoutZeros(albums.map(({ id, sold, revenue }) => ({ albumId: id, sold, cents: revenue })));
}

async function readEventSums(): Promise<Record<number, number>> {
  const { token } = await buildUser(app, { role: 'customer_support' });
  const { body } = await app.call(eventListEndpoints.page, {
    token,
    query: { _sort: 'sales:desc', _limit: 500 },
  });
  return Object.fromEntries(body.rows.flatMap(({ id, sales: sum }) => (sum === 0 ? [] : [[id, sum]])));
}

async function expectAlbumSums(ledger: Awaited<ReturnType<typeof ledgerMoney>>): Promise<void> {
  // Jobs may still be giving back or ending what a refund or dispute is about.
  const listed = await eventually(async () => {
    const sums = await readAlbumSums();
    return isDeepStrictEqual(sums, await countAlbumSums(app.context)) ? sums : undefined;
  }, 'sums in the list that equal a count of every row');
  const cents = sumOf(Object.values(listed).map((sums) => sums.cents));
  expect(cents).toBe(ledger.gross - ledger.refunds - ledger.disputes);
  const lines = await app.context.db
    .selectFrom('ledgerLines')
    .select(['eventId', 'kind', 'amountCents'])
    .execute();
  const events = Map.groupBy(
    lines.filter(({ kind }) => !kind.endsWith('fee')),
    ({ eventId }) => eventId,
  );
  const earned = [...events].map(
    ([eventId, own]) => [eventId, sumOf(own.map(({ amountCents }) => amountCents))] as const,
  );
  expect(await readEventSums()).toEqual(Object.fromEntries(earned.filter(([, sum]) => sum !== 0)));
}

test('after any mix of sales, pools, swaps, refunds and disputes, every figure and all cockpits add up to the ledger and the provider', {
  timeout: ROUNDS_TIMEOUT,
}, async () => {
  await changeSettings(app, { producer_share_basis_points: PRODUCER_RATE });
  await fc.assert(
    fc.asyncProperty(fc.array(sales, { minLength: 1, maxLength: 5 }), async (sequence) => {
      for (const sale of sequence) {
        await sell(app, sale);
        app.advanceMinutes(sale.hoursLater * 60 + 1);
      }
      await sweepBalance(app.context);
      const report = await readReport(range());
      const ledger = await ledgerMoney();
      const balance = await app.context.payments.listBalance(new Date(0));
      // What reaches the bank: a payout only moves it.
      const toBank = balance.filter((line) => line.type !== 'payout').map((line) => line.netCents);
      expect(ledger.net).toBe(sumOf(toBank));
      expect(ledger.fees).toBeGreaterThan(0);
      expect(report.totals).toMatchObject(ledger);
      for (const parts of [report.by_day, report.by_event, report.by_brand, report.by_product]) {
        expect(moneyOf(parts)).toEqual(ledger);
      }
      const rows = await readRows();
      expect(new Set(rows.map((row) => row.key)).size).toBe(rows.length);
      expect(sumOf(rows.map((row) => row.amount))).toBe(ledger.net);
      await expectLinesAddUp(rows);
      await expectAlbumSums(ledger);
      await expectCockpitsAddUp(app, { since: began, rateBasisPoints: PRODUCER_RATE });
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: 200_000, examples: [[ONE_OF_EACH]] },
  );
});

test('the report of a single day equals that day in a longer report', async () => {
  const { by_day: days } = await readReport(range());
  expect(days.length).toBeGreaterThan(1);
  for (const { day, ...money } of days) {
    const { totals } = await readReport({ start_date: day, end_date: day, time_zone: ZONE });
    expect(totals).toMatchObject(money);
  }
});

test.each(['sold', 'revenue'] as const)(
  'the staff list of albums by %s shows every album once, in the order of what it shows',
  async (key) => {
    const albums = await app.context.db.selectFrom('albums').select('id').execute();
    const upwards = await listAlbums(`${key}:asc`);
    expect(new Set(upwards.map((album) => album[key])).size).toBeGreaterThan(1);
    expect(upwards).toHaveLength(albums.length);
    const wanted = upwards.toSorted((a, b) => a[key] - b[key] || a.id - b.id).map(({ id }) => id);
    expect(upwards.map(({ id }) => id)).toEqual(wanted);
    expect((await listAlbums(`${key}:desc`)).map(({ id }) => id)).toEqual(wanted.toReversed());
  },
);
