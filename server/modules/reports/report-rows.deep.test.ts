import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { SentQuery } from '#contract/endpoint.ts';
import { reportEndpoints, reportRowListEndpoints } from '#contract/endpoints/reports.ts';
import { PRODUCTS, type ReportRow } from '#contract/entities/staff-rows.ts';
import { reportRowList } from '#contract/lists/report-rows.ts';
import { writeCursor } from '#server/platform/lists/list-source.ts';
import { rounds } from '#server/testing/chaos.ts';
import { buildUser, freshIp } from '#server/testing/factories.ts';
import { expectPagedList } from '#server/testing/lists.ts';
import { startPayingApp } from '#server/testing/paying-app.ts';
import { ONE_OF_EACH, type Sale, sales, sell } from '#server/testing/random-sales.ts';

const app = await startPayingApp();
/** Each run asks for several pages and their total. */
const RUNS = rounds({ usually: 30, inChaos: 300 });
const ANOTHER_SALE: Sale = { kind: 'cart', albums: 3, hasCoupon: true, refundedLines: 1, hoursLater: 0 };

const MONEY_KINDS = ['charge', 'refund', 'dispute', 'fee'] as const;
const YES_OR_NO = ['yes', 'no'] as const;
const ROW_SORTS = ['time:desc', 'time:asc', 'amount:desc', 'amount:asc'] as const;

type Days = 'start_date' | 'end_date' | 'time_zone';
type Asked = Omit<SentQuery<typeof reportRowListEndpoints.page>, Days>;
type Filter = Omit<Asked, '_sort' | '_start' | 'after' | '_limit'>;

let token = '';
const days = { start_date: '', end_date: '' };

beforeAll(async () => {
  const dayOf = () => app.context.clock.now().toISOString().slice(0, 10);
  days.start_date = dayOf();
  ({ token } = await buildUser(app, { role: 'analyst' }));
  const more = fc.sample(sales, { numRuns: 4, seed: 22 });
  for (const sale of [...ONE_OF_EACH, ...more]) {
    await sell(app, sale);
    app.advanceMinutes(sale.hoursLater * 60);
  }
  await sql`update payment_attempts set facial = true where id % 3 = 0`.execute(app.context.db);
  await sql`update ledger_lines set facial = true where attempt_id % 3 = 0`.execute(app.context.db);
  days.end_date = dayOf();
}, 300_000);

const ask = async (query: Asked) =>
  (await app.call(reportRowListEndpoints.page, { token, query: { ...days, ...query } })).body;
const total = async (filter: Filter) =>
  (await app.call(reportRowListEndpoints.count, { token, query: { ...days, ...filter } })).body;
const lastEntry = async () =>
  (await app.call(reportEndpoints.salesReport, { token, query: days })).body.through;

async function readPages(query: Asked, betweenPages?: () => Promise<void>): Promise<ReportRow[]> {
  let page = await ask(query);
  const rows = [...page.rows];
  await betweenPages?.();
  while (page.next !== null) {
    page = await ask({ ...query, after: page.next });
    rows.push(...page.rows);
  }
  return rows;
}

const sumOf = (rows: readonly ReportRow[]) => rows.reduce((sum, row) => sum + row.amount, 0);
const KIND_OF: Record<ReportRow['kind'], (typeof MONEY_KINDS)[number]> = {
  charge: 'charge',
  refund: 'refund',
  refund_failed: 'refund',
  dispute: 'dispute',
  dispute_won: 'dispute',
  fee: 'fee',
  dispute_fee: 'fee',
};

/** An independent implementation of the filters. */
function passes(filter: Filter, row: ReportRow): boolean {
  const is = (wanted: 'yes' | 'no' | undefined, has: boolean) =>
    wanted === undefined || (wanted === 'yes') === has;
  return (
    (filter.kind === undefined || KIND_OF[row.kind] === filter.kind) &&
    (filter.product === undefined || row.product === filter.product) &&
    (filter.event === undefined || row.event === filter.event) &&
    is(filter.pool, row.pool) &&
    is(filter.facial, row.facial) &&
    is(filter.coupon, row.coupon !== null)
  );
}

const placeOf = ({ key }: ReportRow) => key.split('-').map(Number) as [number, number];

function compare(sort: (typeof ROW_SORTS)[number]) {
  return (a: ReportRow, b: ReportRow) => {
    const own = sort.startsWith('time') ? Date.parse(a.at) - Date.parse(b.at) : a.amount - b.amount;
    const [[entryA, lineA], [entryB, lineB]] = [placeOf(a), placeOf(b)];
    return (sort.endsWith('desc') ? -1 : 1) * (own || entryA - entryB || lineA - lineB);
  };
}

async function ledgerSum({ kind, pool, facial, coupon }: Filter): Promise<number> {
  const { rows } = await sql<{ kind: ReportRow['kind']; cents: number }>`
    select ledger_entries.kind, ledger_entries.amount_cents as cents
    from ledger_entries join orders on orders.id = order_id join payment_attempts on payment_attempts.id = attempt_id
    where (${pool ?? null}::text is null or is_pool = (${pool ?? null} = 'yes'))
      and (${facial ?? null}::text is null or facial = (${facial ?? null} = 'yes'))
      and (${coupon ?? null}::text is null or (coupon_id is not null) = (${coupon ?? null} = 'yes'))`.execute(
    app.context.db,
  );
  return rows
    .filter((row) => kind === undefined || KIND_OF[row.kind] === kind)
    .reduce((sum, row) => sum + row.cents, 0);
}

const filters = fc.record(
  {
    kind: fc.constantFrom(...MONEY_KINDS),
    product: fc.constantFrom(...PRODUCTS),
    pool: fc.constantFrom(...YES_OR_NO),
    facial: fc.constantFrom(...YES_OR_NO),
    coupon: fc.constantFrom(...YES_OR_NO),
  },
  { requiredKeys: [] },
);

describe('the rows of random sales', () => {
  test('match the ledger for every filter and order: each row is on one page, and totals match', async () => {
    const all = await readPages({ _limit: 500 });
    expect(all.length).toBeGreaterThan(20);
    expect(sumOf(all)).toBe(await ledgerSum({}));
    const events = [...new Set(all.map((row) => row.event))];
    await fc.assert(
      fc.asyncProperty(
        filters,
        fc.constantFrom(undefined, undefined, ...events),
        fc.constantFrom(...ROW_SORTS),
        fc.integer({ min: 1, max: 9 }),
        async (wanted, event, sort, limit) => {
          const filter = { ...wanted, ...(event === undefined ? {} : { event }) };
          const expected = all.filter((row) => passes(filter, row)).toSorted(compare(sort));
          const rows = await readPages({ ...filter, _sort: sort, _limit: limit });
          expect(rows.map((row) => row.key)).toEqual(expected.map((row) => row.key));
          expect(await total(filter)).toEqual({ total: expected.length, amount: sumOf(expected) });
          if (!wanted.product && event === undefined) expect(sumOf(rows)).toBe(await ledgerSum(filter));
        },
      ),
      { numRuns: RUNS, interruptAfterTimeLimit: 100_000 },
    );
  }, 200_000);

  test.each(ROW_SORTS)(
    'by %s stay one list while something is sold between two pages',
    async (sort) => {
      const before = await readPages({ _sort: sort, _limit: 500 });
      const through = await lastEntry();
      const rows = await readPages({ _sort: sort, _limit: 3, through }, () => sell(app, ANOTHER_SALE));
      expect(rows.map((row) => row.key)).toEqual(before.map((row) => row.key));
      expect((await total({ through })).total).toBe(before.length);
      expect((await total({})).total).toBeGreaterThan(before.length);
      const now = await readPages({ _sort: sort, _limit: 500 });
      expect(sumOf(now)).toBe(await ledgerSum({}));
    },
    60_000,
  );
});

describe('a search finds rows', () => {
  test('by customer, album, order number or words from several of them', async () => {
    const all = await readPages({ _limit: 500 });
    const row = all.find((one) => one.pool) as ReportRow;
    const keys = async (q: string) => (await readPages({ q, _limit: 4 })).map((one) => one.key);
    const of = (test: (one: ReportRow) => boolean) => all.filter(test).map((one) => one.key);
    const { email } = await app.context.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', row.customer)
      .executeTakeFirstOrThrow();
    const mine = of((one) => one.customer === row.customer);
    expect(mine.length).toBeGreaterThan(0);
    expect(await keys(email.toUpperCase())).toEqual(mine);
    expect(await keys(`${email} ${row.event_name}`)).toEqual(
      of((one) => one.customer === row.customer && one.event_name === row.event_name),
    );
    expect(await keys(`#${row.order}`)).toEqual(of((one) => one.order === row.order));
    expect(await keys('100%_no such thing')).toEqual([]);
    expect(await total({ q: email })).toEqual({
      total: mine.length,
      amount: sumOf(all.filter((one) => one.customer === row.customer)),
    });
  });

  test('by a word that hundreds of customers share', async () => {
    const { db } = app.context;
    const all = await readPages({ _limit: 500 });
    const row = all[0] as ReportRow;
    const mine = all.filter((one) => one.customer === row.customer).map((one) => one.key);
    await sql`
      insert into users (email, password_hash, first_name, last_name, name, agreed_to_terms_at)
      select 'crowd' || i || '@example.test', '-', 'Crowd', 'Person', 'Crowd Person', now()
      from generate_series(1, 600) i`.execute(db);
    await sql`update users set name = 'Crowd Payer' where id = ${row.customer}`.execute(db);
    const keys = async (q: string) => (await readPages({ q, _limit: 4 })).map((one) => one.key);
    expect(await keys('CROWD')).toEqual(mine);
    expect(await keys('crowd payer')).toEqual(mine);
    expect(await keys('crowd person')).toEqual([]);
    expect((await total({ q: 'crowd' })).total).toBe(mine.length);
  });
});

test('every row is on one page in every order, also when something is sold meanwhile', async () => {
  const insertRow = async () => {
    await sell(app, { kind: 'image', hasCoupon: false, after: 'kept', hoursLater: 0 });
    const { rows } = await ask({ _limit: 1, kind: 'charge' });
    return rows[0]?.key ?? '';
  };
  await expectPagedList(app, {
    list: reportRowList,
    calls: reportRowListEndpoints,
    token,
    // Fees may be booked meanwhile.
    filters: { ...days, kind: 'charge' },
    idOf: ({ key }: ReportRow) => key,
    insertRow,
  });
}, 200_000);

test.each([
  ['an unknown order', { _sort: 'name:asc' }],
  ['a cursor of another list', { after: 'last' }],
  ['too many rows at once', { _limit: 100_000 }],
  ['an endless search', { q: 'x'.repeat(300) }],
  ['a range of many years', { start_date: '2001-01-01' }],
])('%s is refused', async (_name, query) => {
  const call = { token, query: { ...days, ...query } as never, ip: freshIp() };
  expect(await app.call(reportRowListEndpoints.page, call)).toMatchObject({ status: 400 });
});

test('a cursor with huge numbers leads to an empty page', async () => {
  const huge = '9'.repeat(18);
  const time = writeCursor({ key: 'time', direction: 'desc' }, ['-infinity', huge, huge, huge]);
  expect(await ask({ after: time, _sort: 'time:desc' })).toMatchObject({ rows: [], next: null });
  const amount = writeCursor({ key: 'amount', direction: 'desc' }, [`-${huge}`, huge, '1', huge]);
  expect(await ask({ after: amount, _sort: 'amount:desc' })).toMatchObject({ rows: [] });
});
