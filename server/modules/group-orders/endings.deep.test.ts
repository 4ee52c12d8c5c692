import { describe, expect, test } from 'vitest';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import { findLedgerDifferences } from '#server/modules/ledger/check-ledger.ts';
import { reconcilePayments } from '#server/modules/provider-events/reconcile.ts';
import { eventually, nextMessage } from '#server/testing/factories.ts';
import {
  type Buyer,
  buildBuyer,
  keepCard,
  markViewed,
  payForAlbum,
  startPayingApp,
} from '#server/testing/paying-app.ts';
import {
  booksOfPool,
  buildPool,
  expectNobodyPaid,
  ownsAnything,
  priceOf,
  readOrder,
  type TestPool,
  takeShares,
  untilOrderIs,
  untilReleased,
  viewAll,
} from '#server/testing/pools.ts';
import { closeDuePool, closeDuePools } from './end-pool.ts';

const app = await startPayingApp();
const SIX_DAYS = 6 * 24 * 60;
const STEP_UP_CARD = 'pm_card_threeDSecure2Required';

const act = (call: 'cancelOrder' | 'leavePool', buyer: Buyer, pool: TestPool) =>
  app.call(orderEndpoints[call], { token: buyer.token, params: { id: pool.key } });
const holdsOf = async (pool: TestPool) =>
  (await booksOfPool(app, pool)).intents.map(({ status, amount_received }) => [status, amount_received]);

describe('a pool that does not fill in time', () => {
  test('releases every hold at its deadline, charges nobody and notifies them', async () => {
    const pool = await buildPool(app);
    const guest = await buildBuyer(app);
    await takeShares(app, pool.owner, pool, 3);
    await takeShares(app, guest, pool, 3);
    app.advanceMinutes(SIX_DAYS - 10);
    await closeDuePools(app.context);
    expect(await readOrder(app, guest, pool)).toMatchObject({ status: 'open' });
    app.advanceMinutes(11);
    await closeDuePools(app.context);
    expect(await readOrder(app, guest, pool)).toMatchObject({
      status: 'expired',
      pool: { phase: 'released', taken: 0, shares_left: [] },
    });
    await untilReleased(app, pool);
    expect(await holdsOf(pool)).toEqual([
      ['canceled', 0],
      ['canceled', 0],
    ]);
    await expectNobodyPaid(app, pool);
    expect((await nextMessage(app, guest.email, /has ended/)).text).toContain('You weren’t charged.');
    expect(await takeShares(app, guest, pool, 1, { amount: priceOf(1) })).toMatchObject({
      error: { code: 'order_closed' },
    });
  });

  test('ends a day before the shortest of its holds', async () => {
    const pool = await buildPool(app);
    await takeShares(app, pool.owner, pool, 1);
    const { attempts, intents } = await booksOfPool(app, pool);
    const [intent] = intents;
    const charge = await app.stripe.charges.retrieve(String(intent?.latest_charge));
    const captureBefore = charge.payment_method_details?.card?.capture_before ?? 0;
    expect(Date.parse(attempts[0]?.holdUntil ?? '')).toBe(captureBefore * 1000);
    const { pool: seen } = await readOrder(app, pool.owner, pool);
    expect(Date.parse(seen?.deadline ?? '')).toBeLessThanOrEqual((captureBefore - 86_400) * 1000);
  });

  test('and whose last share is authorized at its deadline is charged in full or not at all', async () => {
    for (let i = 0; i < 4; i++) {
      const pool = await buildPool(app);
      const guest = await buildBuyer(app);
      await takeShares(app, pool.owner, pool, 6);
      const { db } = app.context;
      const atOnce = new Date(app.context.clock.now().getTime() + 40 + 25 * i);
      await db.updateTable('pools').set({ deadline: atOnce }).where('orderId', '=', pool.orderId).execute();
      const close = async () => {
        await new Promise((resolve) => setTimeout(resolve, 45 + 25 * i));
        await closeDuePool(app.context, pool.orderId);
      };
      await Promise.all([takeShares(app, guest, pool, 1), close()]);
      await eventually(async () => {
        await closeDuePool(app.context, pool.orderId);
        const { status } = await readOrder(app, guest, pool);
        return status === 'open' ? undefined : status;
      }, 'the end of the pool');
      const { status } = await readOrder(app, guest, pool);
      if (status === 'paid') {
        const { entries } = await booksOfPool(app, pool);
        expect(entries.reduce((sum, entry) => sum + entry.amountCents, 0)).toBe(pool.totalCents);
        expect(await ownsAnything(app, guest)).toBe(true);
      } else {
        await untilReleased(app, pool);
        await expectNobodyPaid(app, pool);
      }
    }
  });
});

describe('an order that its owner cancels', () => {
  test('releases the holds of its pool, and only the owner can cancel it', async () => {
    const pool = await buildPool(app);
    const guest = await buildBuyer(app);
    await takeShares(app, guest, pool, 6);
    expect(await act('cancelOrder', guest, pool)).toMatchObject({ status: 404 });
    expect(await act('cancelOrder', pool.owner, pool)).toMatchObject({ body: { status: 'cancelled' } });
    expect(await act('cancelOrder', pool.owner, pool)).toMatchObject({ body: { status: 'cancelled' } });
    await untilReleased(app, pool);
    await expectNobodyPaid(app, pool);
  });

  test('while the last share is taken is either paid or canceled, never both', async () => {
    const pool = await buildPool(app);
    const guest = await buildBuyer(app);
    await takeShares(app, pool.owner, pool, 6);
    const [taken, cancelled] = await Promise.all([
      takeShares(app, guest, pool, 1),
      act('cancelOrder', pool.owner, pool),
    ]);
    expect(taken).toMatchObject({ status: cancelled.status === 200 ? 409 : 200 });
    if (cancelled.status === 200) {
      await untilReleased(app, pool);
      return expectNobodyPaid(app, pool);
    }
    expect(cancelled.error.code).toMatch(/payment_in_progress|order_closed/);
    await untilOrderIs(app, pool, 'paid');
  });
});

describe('a participant who leaves', () => {
  test('gets the hold released, and others can take the shares', async () => {
    const pool = await buildPool(app);
    const guest = await buildBuyer(app);
    await takeShares(app, guest, pool, 5);
    expect(await act('leavePool', guest, pool)).toMatchObject({ body: { pool: { taken: 0, mine: 0 } } });
    await untilReleased(app, pool);
    expect(await takeShares(app, pool.owner, pool, 7)).toMatchObject({ status: 200 });
    await untilOrderIs(app, pool, 'paid');
    expect(await ownsAnything(app, guest)).toBe(false);
    expect(await act('leavePool', guest, pool)).toMatchObject({ error: { code: 'order_closed' } });
  });

  test('while the last share is taken either leaves or is charged with the others', async () => {
    const pool = await buildPool(app);
    const guest = await buildBuyer(app);
    await takeShares(app, guest, pool, 6);
    const [taken, left] = await Promise.all([
      takeShares(app, pool.owner, pool, 1),
      act('leavePool', guest, pool),
    ]);
    expect(taken.status).toBe(200);
    if (left.status === 409) {
      await untilOrderIs(app, pool, 'paid');
      return expect(await ownsAnything(app, guest)).toBe(true);
    }
    expect(await readOrder(app, guest, pool)).toMatchObject({ status: 'open', pool: { taken: 1, mine: 0 } });
    expect((await booksOfPool(app, pool)).entries).toEqual([]);
  });
});

describe('a bank that wants to see a participant', () => {
  test('keeps their shares meanwhile, and authorizes them once confirmed', async () => {
    const pool = await buildPool(app);
    const guest = await buildBuyer(app, STEP_UP_CARD);
    await viewAll(app, guest, pool);
    const { body } = await takeShares(app, guest, pool, 7);
    expect(body).toMatchObject({ status: 'requires_action', next_action_url: expect.any(String) });
    expect(await takeShares(app, pool.owner, pool, 1, { amount: priceOf(1) })).toMatchObject({
      error: { code: 'pool_full' },
    });
    await fetch(body.next_action_url ?? '', { method: 'POST', body: 'outcome=complete', redirect: 'manual' });
    const refresh = () =>
      app.call(paymentEndpoints.refreshPayment, { token: guest.token, params: { id: body.id } });
    expect((await refresh()).status).toBe(200);
    await untilOrderIs(app, pool, 'paid');
    expect((await refresh()).body.status).toBe('succeeded');
  });

  test('blocks the pool for at most half an hour', async () => {
    const pool = await buildPool(app);
    const guest = await buildBuyer(app, STEP_UP_CARD);
    await viewAll(app, guest, pool);
    await takeShares(app, guest, pool, 7);
    app.advanceMinutes(29);
    await reconcilePayments(app.context);
    expect(await readOrder(app, guest, pool)).toMatchObject({ pool: { taken: 7 } });
    app.advanceMinutes(2);
    await reconcilePayments(app.context);
    expect(await readOrder(app, guest, pool)).toMatchObject({ pool: { taken: 0 } });
    expect(await takeShares(app, pool.owner, pool, 7)).toMatchObject({ status: 200 });
    await untilOrderIs(app, pool, 'paid');
  });

  test('is left for another card or number of shares: the first attempt is canceled', async () => {
    const pool = await buildPool(app);
    const guest = await buildBuyer(app, STEP_UP_CARD);
    await takeShares(app, guest, pool, 3);
    const paymentMethodId = await keepCard(app, guest, 'pm_card_visa');
    const answer = await takeShares(app, guest, pool, 2, { paymentMethodId });
    expect(answer).toMatchObject({ status: 200, body: { status: 'authorized', amount: priceOf(2) } });
    expect(await readOrder(app, guest, pool)).toMatchObject({ pool: { taken: 2, mine: 2 } });
  });
});

describe('a hold that the bank ends by itself', () => {
  test('frees the shares while the pool is filling, and notifies their holder', async () => {
    const pool = await buildPool(app);
    const guest = await buildBuyer(app);
    await takeShares(app, guest, pool, 2);
    const { attempts } = await booksOfPool(app, pool);
    await app.stripe.paymentIntents.cancel(attempts[0]?.intentId ?? '');
    await eventually(async () => {
      const order = await readOrder(app, guest, pool);
      return order.pool?.taken === 0 ? true : undefined;
    }, 'the shares to be free');
    await nextMessage(app, guest.email, /didn’t go through/);
  });
});

describe('a customer who also buys a shared album separately', () => {
  test('has to wait or leave the pool first', async () => {
    const pool = await buildPool(app);
    const guest = await buildBuyer(app);
    const [albumId = 0] = pool.albumIds;
    await markViewed(app, guest.id, albumId);
    await takeShares(app, guest, pool, 1);
    expect(await payForAlbum(app, guest, albumId)).toMatchObject({ error: { code: 'payment_in_progress' } });
    await act('leavePool', guest, pool);
    await untilReleased(app, pool);
    expect(await payForAlbum(app, guest, albumId)).toMatchObject({ body: { status: 'succeeded' } });
    expect(await takeShares(app, guest, pool, 1)).toMatchObject({ error: { code: 'already_owned' } });
  });

  test('owns one of two albums and can still join for the other', async () => {
    const pool = await buildPool(app, { albums: 2 });
    const guest = await buildBuyer(app);
    const [albumId = 0] = pool.albumIds;
    await viewAll(app, guest, pool);
    await payForAlbum(app, guest, albumId);
    await takeShares(app, guest, pool, 7);
    await untilOrderIs(app, pool, 'paid');
    const { body } = await app.call(foundAlbumEndpoints.myAlbums, { token: guest.token });
    expect(body.owned.map((found) => found.album.id).sort((a, b) => a - b)).toEqual(pool.albumIds);
  });
});

test("after all endings the ledger equals the provider's balance", async () => {
  expect(await findLedgerDifferences(app.context, -5)).toEqual([]);
});
