import fc from 'fast-check';
import { expect, test } from 'vitest';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { type ReportMoney, type ReportRow, reportEndpoints } from '#contract/endpoints/reports.ts';
import { buildImage } from '#server/testing/catalogue-factories.ts';
import { buildUser, eventually } from '#server/testing/factories.ts';
import { buildCoupon, payOrder, placeOrder, setCoupon } from '#server/testing/order-factories.ts';
import { type Buyer, buildBuyer, buildViewedAlbum, startPayingApp } from '#server/testing/paying-app.ts';
import {
  booksOfPool,
  buildPool,
  fillPool,
  type TestPool,
  takeShares,
  untilPhaseIs,
} from '#server/testing/pools.ts';

const app = await startPayingApp();
const RUNS = 6;
const ZONE = 'America/Chicago';

type After = 'kept' | 'refunded' | 'refund_fails' | 'dispute_open' | 'dispute_won' | 'dispute_lost';
type Sale = { hoursLater: number } & (
  | { kind: 'album' | 'image'; hasCoupon: boolean; after: After }
  | { kind: 'cart'; albums: number; hasCoupon: boolean; refundedLines: number }
  | { kind: 'pool'; albums: number; end: 'filled' | 'line_refunded' | 'came_to_nothing' }
);

const hoursLater = fc.integer({ min: 0, max: 16 });
const sales: fc.Arbitrary<Sale> = fc.oneof(
  fc.record({
    hoursLater,
    kind: fc.constantFrom('album' as const, 'image' as const),
    hasCoupon: fc.boolean(),
    after: fc.constantFrom<After>(
      'kept',
      'refunded',
      'refund_fails',
      'dispute_open',
      'dispute_won',
      'dispute_lost',
    ),
  }),
  fc.record({
    hoursLater,
    kind: fc.constant('cart' as const),
    albums: fc.integer({ min: 2, max: 3 }),
    hasCoupon: fc.boolean(),
    refundedLines: fc.integer({ min: 0, max: 2 }),
  }),
  fc.record({
    hoursLater,
    kind: fc.constant('pool' as const),
    albums: fc.integer({ min: 1, max: 3 }),
    end: fc.constantFrom('filled' as const, 'line_refunded' as const, 'came_to_nothing' as const),
  }),
);
const ONE_OF_EACH: Sale[] = [
  { kind: 'album', hasCoupon: true, after: 'refund_fails', hoursLater: 26 },
  { kind: 'image', hasCoupon: false, after: 'dispute_won', hoursLater: 1 },
  { kind: 'cart', albums: 3, hasCoupon: true, refundedLines: 1, hoursLater: 0 },
  { kind: 'pool', albums: 3, end: 'line_refunded', hoursLater: 5 },
  { kind: 'pool', albums: 2, end: 'came_to_nothing', hoursLater: 0 },
];

const CARDS: Record<After, string> = {
  kept: 'pm_card_visa',
  refunded: 'pm_card_visa',
  refund_fails: 'pm_card_refundFail',
  dispute_open: 'pm_card_createDispute',
  dispute_won: 'pm_card_createDispute',
  dispute_lost: 'pm_card_createDispute',
};

const coupon = async (isWanted: boolean) =>
  isWanted ? (await buildCoupon(app, { percent_off: 33 })).code : undefined;
const passTime = async () => {
  app.advanceMinutes(1);
  await app.sandbox.settle();
};
const giveBack = async (key: string, lines?: number[]) => {
  const { token } = await buildUser(app, { role: 'customer_support' });
  const body = { memo: 'asked for', ...(lines ? { lines } : {}) };
  const answer = await app.call(orderEndpoints.refundOrder, { token, params: { id: key }, body });
  expect(answer.status).toBe(200);
};
const ledgerOf = (orderKey: string) =>
  app.context.db
    .selectFrom('ledgerEntries')
    .innerJoin('orders', 'orders.id', 'ledgerEntries.orderId')
    .select('ledgerEntries.kind')
    .where('orders.key', '=', orderKey)
    .execute();
const untilBooked = (orderKey: string, kind: string) =>
  eventually(async () => {
    await passTime();
    return (await ledgerOf(orderKey)).some((entry) => entry.kind === kind) || undefined;
  }, `a ${kind} in the ledger`);

async function sellSingle({ kind, hasCoupon, after }: Extract<Sale, { kind: 'album' | 'image' }>) {
  const buyer = await buildBuyer(app, CARDS[after]);
  const album = await buildViewedAlbum(app, buyer);
  const item = kind === 'album' ? { albumId: album.id } : { imageId: (await buildImage(app, album)).id };
  const code = await coupon(hasCoupon);
  const offer = { ...item, ...(code ? { coupon: code } : {}) };
  const { body: quote } = await app.call(orderEndpoints.quotePayment, { token: buyer.token, body: offer });
  const terms = { paymentMethodId: buyer.sourceId, amount: quote.total, facial: false };
  const pay = kind === 'album' ? orderEndpoints.payForAlbum : orderEndpoints.payForImage;
  const paid = await app.call(pay, { token: buyer.token, body: { ...offer, ...terms } as never });
  expect(paid.status).toBe(200);
  const key = paid.body.order_key;
  if (after.startsWith('refund')) await giveBack(key);
  if (after === 'refund_fails') await untilBooked(key, 'refund_failed');
  if (after.startsWith('dispute')) await followDispute(key, after);
}

async function followDispute(key: string, after: After): Promise<void> {
  await untilBooked(key, 'dispute');
  if (after === 'dispute_open') return;
  const { disputeId } = await app.context.db
    .selectFrom('disputes')
    .innerJoin('orders', 'orders.id', 'disputes.orderId')
    .select('disputeId')
    .where('orders.key', '=', key)
    .executeTakeFirstOrThrow();
  const words = after === 'dispute_won' ? 'winning_evidence' : 'losing_evidence';
  await app.stripe.disputes.update(disputeId, { evidence: { uncategorized_text: words } });
  if (after === 'dispute_won') await untilBooked(key, 'dispute_won');
}

async function sellCart({ albums, hasCoupon, refundedLines }: Extract<Sale, { kind: 'cart' }>) {
  const buyer = await buildBuyer(app);
  const albumIds: number[] = [];
  for (let i = 0; i < albums; i++) albumIds.push((await buildViewedAlbum(app, buyer)).id);
  const key = await placeOrder(app, buyer, albumIds);
  const code = await coupon(hasCoupon);
  if (code) await setCoupon(app, buyer, key, code);
  const order = await readOrder(buyer, key);
  expect(await payOrder(app, buyer, key, order.total)).toMatchObject({ status: 200 });
  const lines = order.items.slice(0, refundedLines).map((item) => item.id);
  if (lines.length > 0) await giveBack(key, lines);
}

async function sellPool({ albums, end }: Extract<Sale, { kind: 'pool' }>) {
  const pool = await buildPool(app, { albums });
  const [second, third] = [await buildBuyer(app), await buildBuyer(app)];
  if (end === 'came_to_nothing') return breakPool(pool, second);
  await fillPool(app, pool, [pool.owner, second, third]);
  const [line] = (await readOrder(pool.owner, pool.key)).items;
  if (end === 'line_refunded') await giveBack(pool.key, [line?.id ?? 0]);
}

/** One card is charged, another cannot be, and nobody covers it. */
async function breakPool(pool: TestPool, guest: Buyer): Promise<void> {
  await takeShares(app, pool.owner, pool, 4);
  await takeShares(app, guest, pool, 2);
  app.sandbox.webhooks.pause();
  const { attempts } = await booksOfPool(app, pool);
  await app.stripe.paymentIntents.cancel(attempts.find((one) => one.userId === guest.id)?.intentId ?? '');
  await takeShares(app, pool.owner, pool, 1);
  await untilPhaseIs(app, pool, 'covering');
  app.sandbox.webhooks.resume();
  const { token } = pool.owner;
  await app.call(orderEndpoints.cancelOrder, { token, params: { id: pool.key } });
  await untilBooked(pool.key, 'refund');
}

const readOrder = async ({ token }: Buyer, key: string) =>
  (await app.call(orderEndpoints.getOrder, { token, params: { id: key } })).body;

const sell = (sale: Sale) =>
  sale.kind === 'cart' ? sellCart(sale) : sale.kind === 'pool' ? sellPool(sale) : sellSingle(sale);

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
    const query = { ...range(), limit: 7, ...(after ? { after } : {}) };
    const { body } = await app.call(reportEndpoints.reportRows, { token, query });
    rows.push(...body.rows);
    if (body.next === null) return rows;
    after = body.next;
  }
}

const sumOf = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
const KINDS = ['gross', 'refunds', 'disputes', 'net'] as const;
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

test('whatever is sold, given back and disputed, every figure adds up to the ledger and to the provider', {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(sales, { minLength: 1, maxLength: 5 }), async (sequence) => {
      for (const sale of sequence) {
        await sell(sale);
        app.advanceMinutes(sale.hoursLater * 60);
      }
      const report = await readReport(range());
      const ledger = await ledgerMoney();
      const balance = await app.context.payments.listBalance(new Date(0));
      expect(ledger.net).toBe(sumOf(balance.map((line) => line.amountCents)));
      expect(report.totals).toMatchObject(ledger);
      for (const parts of [report.by_day, report.by_event, report.by_brand, report.by_product]) {
        expect(moneyOf(parts)).toEqual(ledger);
      }
      const rows = await readRows();
      expect(new Set(rows.map((row) => row.key)).size).toBe(rows.length);
      expect(sumOf(rows.map((row) => row.amount))).toBe(ledger.net);
      await expectLinesAddUp(rows);
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: 200_000, examples: [[ONE_OF_EACH]] },
  );
});

test('and each day by itself is what the report of all days says of it', async () => {
  const { by_day: days } = await readReport(range());
  expect(days.length).toBeGreaterThan(1);
  for (const { day, ...money } of days) {
    const { totals } = await readReport({ start_date: day, end_date: day, time_zone: ZONE });
    expect(totals).toMatchObject(money);
  }
});
