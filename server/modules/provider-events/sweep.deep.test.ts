import { describe, expect, test } from 'vitest';
import { paymentCaseListEndpoints } from '#contract/endpoints/overview.ts';
import { refundEndpoints } from '#contract/endpoints/refunds.ts';
import { userOrderListEndpoints } from '#contract/endpoints/user-administration.ts';
import { allJobs } from '#server/jobs.ts';
import { findLedgerDifferences } from '#server/modules/ledger/check-ledger.ts';
import { insertRefund } from '#server/modules/payments/refunds.ts';
import { OutageError } from '#server/platform/http/errors.ts';
import { cardCalls } from '#server/platform/operations/metrics.ts';
import { buildUser, eventually } from '#server/testing/factories.ts';
import { readHistory } from '#server/testing/history.ts';
import { payOrder, placeOrder } from '#server/testing/order-factories.ts';
import {
  ALBUM_PRICE,
  type Buyer,
  booksOf,
  buildBuyer,
  buildViewedAlbum,
  payForAlbum,
  startPayingApp,
} from '#server/testing/paying-app.ts';
import { booksOfPool, buildPool, fillPool } from '#server/testing/pools.ts';
import {
  balanceOf,
  buyWithReturningCard,
  mailTo,
  ownedBy,
  readOrderOf,
  refundOrder,
  returnedOf,
} from '#server/testing/refunds.ts';
import { reconcilePayments } from './reconcile.ts';
import { sweepProvider } from './sweep.ts';

const app = await startPayingApp();

/** Every event is lost for good, as after days of a dead endpoint. */
const loseEvents = () => app.sandbox.webhooks.next({ kind: 'drop', times: 50 });

async function buy(card = 'pm_card_visa') {
  const buyer = await buildBuyer(app, card);
  const album = await buildViewedAlbum(app, buyer);
  const { body } = await payForAlbum(app, buyer, album.id);
  return { buyer, album, key: body.order_key };
}

async function intentOf(buyer: Buyer): Promise<string> {
  const { attempts } = await booksOf(app, buyer.id);
  return attempts.find(({ state }) => state === 'succeeded')?.intentId ?? '';
}

const refundInDashboard = async (buyer: Buyer, amount?: number) =>
  app.stripe.refunds.create({ payment_intent: await intentOf(buyer), ...(amount ? { amount } : {}) });

describe('a refund made in the dashboard whose events were lost', () => {
  test('is booked once, ends the purchase, is mailed and is in the history', async () => {
    const { buyer, key } = await buy();
    loseEvents();
    await refundInDashboard(buyer);
    await Promise.all([sweepProvider(app.context), sweepProvider(app.context)]);
    await sweepProvider(app.context);
    expect(await ownedBy(app, buyer)).toEqual([]);
    expect(await balanceOf(app, buyer)).toBe(0);
    expect((await booksOf(app, buyer.id)).entries).toHaveLength(2);
    expect(await readOrderOf(app, buyer, key)).toMatchObject({ status: 'refunded', refunded: ALBUM_PRICE });
    await eventually(async () => (await mailTo(app, buyer, 'Your refund'))[0], 'the mail');
    const { token } = await buildUser(app, { role: 'customer_support' });
    const history = await readHistory(app, token, { scope: 'user', subject: buyer.id });
    expect(history.filter(({ action }) => action === 'order.refund-elsewhere')).toHaveLength(1);
    expect(await refundOrder(app, key)).toMatchObject({ error: { code: 'nothing_to_refund' } });
  });

  test('of a part leaves the purchase, and our own refund returns exactly the rest', async () => {
    const { buyer, album, key } = await buy();
    loseEvents();
    await refundInDashboard(buyer, 500);
    await sweepProvider(app.context);
    expect(await ownedBy(app, buyer)).toEqual([album.id]);
    expect(await readOrderOf(app, buyer, key)).toMatchObject({ status: 'partly_refunded', refunded: 500 });
    expect(await refundOrder(app, key)).toMatchObject({ body: { amount: ALBUM_PRICE - 500 } });
    expect(await ownedBy(app, buyer)).toEqual([]);
    expect(await readOrderOf(app, buyer, key)).toMatchObject({ status: 'refunded', refunded: ALBUM_PRICE });
  });

  test('of the exact price of one line ends that line', async () => {
    const buyer = await buildBuyer(app);
    const cheap = await buildViewedAlbum(app, buyer, { sharePriceCents: 100, imagePriceCents: null });
    const dear = await buildViewedAlbum(app, buyer);
    const key = await placeOrder(app, buyer, [cheap.id, dear.id]);
    const { total } = await readOrderOf(app, buyer, key);
    await payOrder(app, buyer, key, total);
    loseEvents();
    await refundInDashboard(buyer, ALBUM_PRICE);
    await sweepProvider(app.context);
    expect(await ownedBy(app, buyer)).toEqual([cheap.id]);
    expect(await readOrderOf(app, buyer, key)).toMatchObject({ refunded: ALBUM_PRICE });
    expect(await refundOrder(app, key)).toMatchObject({ body: { amount: total - ALBUM_PRICE } });
  });

  test('of one member of a pool ends the albums of that member alone', async () => {
    const people: [Buyer, Buyer, Buyer] = [
      await buildBuyer(app),
      await buildBuyer(app),
      await buildBuyer(app),
    ];
    const pool = await buildPool(app, { albums: 2, owner: people[0] });
    await fillPool(app, pool, people);
    loseEvents();
    await refundInDashboard(people[1]);
    await sweepProvider(app.context);
    expect(await ownedBy(app, people[1])).toEqual([]);
    expect(await ownedBy(app, people[0])).toHaveLength(2);
    const { attempts } = await booksOfPool(app, pool);
    const rest = pool.totalCents - (attempts[1]?.amountCents ?? 0);
    expect(await refundOrder(app, pool.key)).toMatchObject({ body: { amount: rest } });
    expect(await readOrderOf(app, people[0], pool.key)).toMatchObject({ status: 'refunded' });
  });

  test('is settled after a crash between writing it down and booking it', async () => {
    const { buyer, key } = await buy();
    loseEvents();
    const { id: refundId } = await refundInDashboard(buyer);
    const { items, id: orderId } = await readOrderOf(app, buyer, key);
    const { attempts } = await booksOf(app, buyer.id);
    const { db, clock } = app.context;
    const refund = { orderId, attemptId: attempts[0]?.id ?? 0, amountCents: ALBUM_PRICE, refundId };
    const how = { memo: 'elsewhere', madeBy: null, isMadeElsewhere: true, createdAt: clock.now() };
    await insertRefund(db, { ...refund, ...how }, [
      { orderLineId: items[0]?.id ?? 0, amountCents: ALBUM_PRICE },
    ]);
    app.advanceMinutes(3);
    await Promise.all([reconcilePayments(app.context), sweepProvider(app.context)]);
    expect(await readOrderOf(app, buyer, key)).toMatchObject({ status: 'refunded', refunded: ALBUM_PRICE });
    expect((await booksOf(app, buyer.id)).entries).toHaveLength(2);
    expect(await ownedBy(app, buyer)).toEqual([]);
  });

  test('while a refund of ours waits for its answer is booked, and ours is given up', async () => {
    const { buyer, key } = await buy();
    loseEvents();
    app.sandbox.faults.next({ operation: 'refunds.create', kind: 'api_error', when: 'before', times: 3 });
    expect(await refundOrder(app, key)).toMatchObject({ body: { status: 'reserved' } });
    app.sandbox.faults.clear();
    await refundInDashboard(buyer);
    await sweepProvider(app.context);
    expect(await readOrderOf(app, buyer, key)).toMatchObject({ status: 'refunded', refunded: ALBUM_PRICE });
    expect((await booksOf(app, buyer.id)).entries).toHaveLength(2);
  });
});

describe('a part that was refunded in the dashboard and that the bank returns after staff refunded the rest', () => {
  async function buyAndRefund() {
    const { buyer, album, key } = await buy();
    loseEvents();
    const { id } = await refundInDashboard(buyer, 500);
    await sweepProvider(app.context);
    expect(await refundOrder(app, key)).toMatchObject({ body: { amount: ALBUM_PRICE - 500 } });
    expect(await ownedBy(app, buyer)).toEqual([]);
    await app.sandbox.returnRefund(id);
    await sweepProvider(app.context);
    expect(await ownedBy(app, buyer)).toEqual([album.id]);
    expect(await balanceOf(app, buyer)).toBe(500);
    expect(await readOrderOf(app, buyer, key)).toMatchObject({ refunded: ALBUM_PRICE - 500 });
    expect(await returnedOf(app, buyer.id)).toMatchObject([{ amountCents: 500, hasEntitlements: true }]);
    return { buyer, album, key };
  }
  const expectRefunded = async (buyer: Buyer, key: string) => {
    expect(await ownedBy(app, buyer)).toEqual([]);
    expect(await balanceOf(app, buyer)).toBe(0);
    expect(await readOrderOf(app, buyer, key)).toMatchObject({ status: 'refunded', refunded: ALBUM_PRICE });
    expect((await returnedOf(app, buyer.id)).map(({ outcome }) => outcome)).not.toContain(null);
  };

  test('is refunded again by staff', async () => {
    const { buyer, key } = await buyAndRefund();
    expect(await refundOrder(app, key)).toMatchObject({ status: 200, body: { amount: 500 } });
    await expectRefunded(buyer, key);
  });

  test('is refunded again in the dashboard, in one part or in several', async () => {
    const whole = await buyAndRefund();
    await refundInDashboard(whole.buyer, 500);
    await sweepProvider(app.context);
    await expectRefunded(whole.buyer, whole.key);
    const parts = await buyAndRefund();
    await refundInDashboard(parts.buyer, 300);
    await sweepProvider(app.context);
    expect(await returnedOf(app, parts.buyer.id)).toMatchObject([{ amountCents: 200, outcome: null }]);
    expect(await ownedBy(app, parts.buyer)).toEqual([parts.album.id]);
    await refundInDashboard(parts.buyer, 200);
    await sweepProvider(app.context);
    await expectRefunded(parts.buyer, parts.key);
  });

  test('is swapped as the buyer has it, ends with the next refund and comes back as it was swapped', async () => {
    const { buyer, key } = await buyAndRefund();
    const other = await buildViewedAlbum(app, buyer);
    const [line] = (await readOrderOf(app, buyer, key)).items;
    const { token } = await buildUser(app, { role: 'customer_support' });
    const swapped = await app.call(refundEndpoints.swapAlbumPayment, {
      token,
      body: { album_payment_id: line?.id ?? 0, album_id: other.id },
    });
    expect(swapped).toMatchObject({ status: 200 });
    const { id } = await refundInDashboard(buyer, 500);
    await sweepProvider(app.context);
    await expectRefunded(buyer, key);
    await app.sandbox.returnRefund(id);
    await sweepProvider(app.context);
    expect(await ownedBy(app, buyer)).toEqual([other.id]);
    expect(await balanceOf(app, buyer)).toBe(500);
  });
});

test('money that staff paid another way and that somebody refunds in the dashboard too is booked', async () => {
  const { buyer, key } = await buy();
  loseEvents();
  const { id } = await refundInDashboard(buyer);
  await sweepProvider(app.context);
  await app.sandbox.returnRefund(id);
  await sweepProvider(app.context);
  const [found] = await returnedOf(app, buyer.id);
  const { token } = await buildUser(app, { role: 'customer_support' });
  const body = { how: 'paid_another_way', note: 'by check' } as const;
  await app.call(refundEndpoints.settleReturnedRefund, { token, params: { id: found?.id ?? 0 }, body });
  await refundInDashboard(buyer);
  await sweepProvider(app.context);
  expect(await balanceOf(app, buyer)).toBe(0);
  expect(await readOrderOf(app, buyer, key)).toMatchObject({ status: 'refunded', refunded: ALBUM_PRICE });
});

describe('the sweep', () => {
  test('keeps what it cannot book as a case, books the rest and books the case when it can', async () => {
    const [{ buyer, key }, { buyer: other }] = [await buy(), await buy()];
    loseEvents();
    const create = { operation: 'refunds.create', kind: 'api_error' } as const;
    app.sandbox.faults.next({ ...create, times: 3 });
    expect(await refundOrder(app, key)).toMatchObject({ body: { status: 'reserved' } });
    app.sandbox.faults.clear();
    await refundInDashboard(buyer);
    await refundInDashboard(other);
    // While it is unknown whether our own refund was made, the same money cannot be booked a second time.
    app.sandbox.faults.untilCleared({ ...create, object: await intentOf(buyer) });
    await sweepProvider(app.context);
    await sweepProvider(app.context);
    expect(await balanceOf(app, other)).toBe(0);
    expect(await balanceOf(app, buyer)).toBe(ALBUM_PRICE);
    const { token } = await buildUser(app, { role: 'customer_support' });
    const { id: orderId } = await readOrderOf(app, buyer, key);
    const cases = async () => {
      const query = { trouble: 'unbooked', q: String(orderId) } as const;
      return (await app.call(paymentCaseListEndpoints.page, { token, query })).body.rows;
    };
    app.advanceMinutes(31);
    expect(await cases()).toMatchObject([{ trouble: 'unbooked', customer: buyer.id, amount: ALBUM_PRICE }]);
    const { rows } = (await app.call(userOrderListEndpoints.page, { token, query: { user: buyer.id } })).body;
    expect(rows[0]?.unbooked).toMatchObject([{ kind: 'refund', amount: ALBUM_PRICE }]);
    app.sandbox.faults.clear();
    await sweepProvider(app.context);
    expect(await balanceOf(app, buyer)).toBe(0);
    expect(await cases()).toEqual([]);
    expect(await ownedBy(app, buyer)).toEqual([]);
    expect((await returnedOf(app, buyer.id)).filter(({ outcome }) => outcome === null)).toEqual([]);
  });

  test('finds a refund that the bank returned weeks later', async () => {
    const { buyer, album, key } = await buyWithReturningCard(app);
    loseEvents();
    await refundOrder(app, key);
    await sweepProvider(app.context);
    app.advanceMinutes(20 * 24 * 60);
    await app.sandbox.settle();
    await sweepProvider(app.context);
    expect(await returnedOf(app, buyer.id)).toHaveLength(1);
    expect(await ownedBy(app, buyer)).toEqual([album.id]);
  });

  test('finds a dispute and its end', async () => {
    const { buyer } = await buy('pm_card_createDispute');
    loseEvents();
    app.advanceMinutes(1);
    await app.sandbox.settle();
    await sweepProvider(app.context);
    expect((await booksOf(app, buyer.id)).entitlements).toMatchObject([{ state: 'suspended' }]);
    const [dispute] = (await app.stripe.disputes.list({ payment_intent: await intentOf(buyer) })).data;
    const evidence = { uncategorized_text: 'losing_evidence' };
    await app.stripe.disputes.update(dispute?.id ?? '', { evidence });
    app.advanceMinutes(1);
    await app.sandbox.settle();
    await sweepProvider(app.context);
    expect((await booksOf(app, buyer.id)).entitlements).toMatchObject([{ state: 'ended' }]);
  });

  test('keeps its cursor when the provider does not answer, and finds everything later', async () => {
    const { buyer } = await buy();
    loseEvents();
    await refundInDashboard(buyer);
    app.sandbox.faults.untilCleared({ operation: 'refunds.retrieve', kind: 'api_error' });
    await expect(sweepProvider(app.context)).rejects.toThrow();
    app.sandbox.faults.clear();
    await sweepProvider(app.context);
    expect(await balanceOf(app, buyer)).toBe(0);
  });
});

describe('without the card provider', () => {
  const runJob = async (name: string) => {
    const job = allJobs(app.context).find(({ definition }) => definition.name === name);
    await job?.handler({}, { id: 'test', signal: new AbortController().signal });
  };
  const countCalls = async (outcome: string) => {
    const { values } = await cardCalls.get();
    return values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0;
  };

  test.each([
    'orders.reconcile',
    'orders.fetch-events',
    'orders.sweep',
    'orders.sweep-balance',
    'orders.check-ledger',
  ])('%s is not done, and starts again later', async (name) => {
    const buyer = await buildBuyer(app, 'pm_card_visa');
    const album = await buildViewedAlbum(app, buyer);
    app.sandbox.faults.next({ operation: 'paymentIntents.create', kind: 'slow_settlement' });
    expect(await payForAlbum(app, buyer, album.id)).toMatchObject({ body: { status: 'processing' } });
    app.advanceMinutes(3);
    app.sandbox.faults.untilCleared({ operation: '*', kind: 'api_error' });
    const before = await countCalls('unclear');
    await expect(runJob(name)).rejects.toThrow(OutageError);
    expect(await countCalls('unclear')).toBeGreaterThan(before);
    app.sandbox.faults.clear();
    await app.sandbox.settle();
    await reconcilePayments(app.context);
    expect((await booksOf(app, buyer.id)).entries).toHaveLength(1);
  });
});

test('a dashboard refund that is only reported by its charge is booked', async () => {
  const { buyer, key } = await buy();
  await refundInDashboard(buyer);
  await app.sandbox.webhooks.deliverNow();
  await eventually(
    async () => ((await readOrderOf(app, buyer, key)).status === 'refunded' ? true : undefined),
    'the refund',
  );
});

test("after all of it the ledger equals the provider's balance", async () => {
  expect(await findLedgerDifferences(app.context, -5)).toEqual([]);
});
