import { beforeEach, describe, expect, test } from 'vitest';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { findLedgerDifferences } from '#server/modules/ledger/check-ledger.ts';
import { reconcilePayments } from '#server/modules/provider-events/reconcile.ts';
import { eventually, nextMessage } from '#server/testing/factories.ts';
import { type Buyer, buildBuyer, startPayingApp } from '#server/testing/paying-app.ts';
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
  untilPhaseIs,
} from '#server/testing/pools.ts';
import { closeDuePools, withdrawAlbum } from './end-pool.ts';

const app = await startPayingApp();

const act = (call: 'cancelOrder' | 'leavePool', buyer: Buyer, pool: TestPool) =>
  app.call(orderEndpoints[call], { token: buyer.token, params: { id: pool.key } });
const holdsOf = async (pool: TestPool) =>
  (await booksOfPool(app, pool)).intents.map(({ status, amount_received }) => [status, amount_received]);

describe('a card that cannot be charged', () => {
  beforeEach(() => app.sandbox.webhooks.pause());

  /** Cancels the hold at the provider without a webhook. */
  const endHoldOf = async (person: Buyer, pool: TestPool) => {
    const { attempts } = await booksOfPool(app, pool);
    const own = attempts.find(({ userId }) => userId === person.id);
    await app.stripe.paymentIntents.cancel(own?.intentId ?? '');
  };

  test('before any other was charged frees its share, and the pool keeps filling', async () => {
    const pool = await buildPool(app);
    const guest = await buildBuyer(app);
    await takeShares(app, guest, pool, 3);
    await endHoldOf(guest, pool);
    await takeShares(app, pool.owner, pool, 4);
    await untilPhaseIs(app, pool, 'filling');
    expect(await readOrder(app, guest, pool)).toMatchObject({ status: 'open', pool: { taken: 4, mine: 0 } });
    expect(await holdsOf(pool)).toEqual([
      ['canceled', 0],
      ['requires_capture', 0],
    ]);
    await nextMessage(app, guest.email, /didn’t go through/);
    await takeShares(app, guest, pool, 3);
    await untilOrderIs(app, pool, 'paid');
    expect(await ownsAnything(app, guest)).toBe(true);
  });

  test('of which somebody captured a part at the provider is paid back, and its share is free again', async () => {
    const pool = await buildPool(app);
    const guest = await buildBuyer(app);
    await takeShares(app, guest, pool, 3);
    const { attempts } = await booksOfPool(app, pool);
    await app.stripe.paymentIntents.capture(attempts[0]?.intentId ?? '', { amount_to_capture: 100 });
    await takeShares(app, pool.owner, pool, 4);
    await untilPhaseIs(app, pool, 'filling');
    expect(await readOrder(app, guest, pool)).toMatchObject({ status: 'open', pool: { taken: 4, mine: 0 } });
    await eventually(async () => {
      const { entries } = await booksOfPool(app, pool);
      return entries.map(({ amountCents }) => amountCents).join() === '100,-100' || undefined;
    }, 'the part to be paid back');
    await takeShares(app, guest, pool, 3);
    await untilOrderIs(app, pool, 'paid');
    const { entries } = await booksOfPool(app, pool);
    expect(entries.reduce((sum, entry) => sum + entry.amountCents, 0)).toBe(pool.totalCents);
  });

  async function buildCovering() {
    const pool = await buildPool(app);
    const guest = await buildBuyer(app);
    await takeShares(app, pool.owner, pool, 4);
    await takeShares(app, guest, pool, 2);
    await endHoldOf(guest, pool);
    await takeShares(app, pool.owner, pool, 1);
    await untilPhaseIs(app, pool, 'covering');
    return { pool, guest };
  }

  test('after others were charged can be covered by anyone, and then everyone owns the albums', async () => {
    const { pool, guest } = await buildCovering();
    expect(await holdsOf(pool)).toEqual([
      ['succeeded', priceOf(4)],
      ['canceled', 0],
      ['requires_capture', 0],
    ]);
    expect(await ownsAnything(app, pool.owner)).toBe(false);
    expect((await readOrder(app, pool.owner, pool)).pool).toMatchObject({
      my_amount: priceOf(5),
      my_charged: priceOf(4),
      was_charged: true,
    });
    await nextMessage(app, pool.owner.email, /open again/);
    expect(await act('leavePool', pool.owner, pool)).toMatchObject({
      error: { code: 'payment_in_progress' },
    });
    const third = await buildBuyer(app);
    expect(await takeShares(app, third, pool, 2)).toMatchObject({ status: 200 });
    await untilOrderIs(app, pool, 'paid');
    expect(await ownsAnything(app, pool.owner)).toBe(true);
    expect(await ownsAnything(app, third)).toBe(true);
    expect(await ownsAnything(app, guest)).toBe(false);
    const { entries } = await booksOfPool(app, pool);
    expect(entries.reduce((sum, entry) => sum + entry.amountCents, 0)).toBe(pool.totalCents);
  });

  test('and is not covered within a day refunds everyone in full', async () => {
    const { pool } = await buildCovering();
    app.advanceMinutes(24 * 60 - 5);
    await closeDuePools(app.context);
    expect(await readOrder(app, pool.owner, pool)).toMatchObject({ status: 'open' });
    app.advanceMinutes(6);
    await closeDuePools(app.context);
    expect(await readOrder(app, pool.owner, pool)).toMatchObject({ status: 'expired', refunded: 0 });
    await eventually(async () => {
      const { entries } = await booksOfPool(app, pool);
      return entries.length === 2 ? true : undefined;
    }, 'the refund');
    await expectNobodyPaid(app, pool);
    expect((await readOrder(app, pool.owner, pool)).pool).toMatchObject({
      my_amount: 0,
      my_refund: priceOf(4),
    });
    expect((await nextMessage(app, pool.owner.email, /has ended/)).text).toContain(
      'refunding your card in full',
    );
  });

  test('refunds everyone when the album is unpublished meanwhile', async () => {
    const { pool } = await buildCovering();
    const [albumId = 0] = pool.albumIds;
    await app.context.db.updateTable('albums').set({ publishedAt: null }).where('id', '=', albumId).execute();
    await withdrawAlbum(app.context, albumId);
    expect(await readOrder(app, pool.owner, pool)).toMatchObject({
      status: 'cancelled',
      left_out: [{ album: albumId }],
    });
    app.advanceMinutes(3);
    await reconcilePayments(app.context);
    await expectNobodyPaid(app, pool);
    expect((await nextMessage(app, pool.owner.email, /has ended/)).text).toContain(
      'refunding your card in full',
    );
  });

  test('refunds everyone when the owner cancels', async () => {
    const { pool } = await buildCovering();
    expect(await act('cancelOrder', pool.owner, pool)).toMatchObject({ body: { status: 'cancelled' } });
    app.advanceMinutes(3);
    await reconcilePayments(app.context);
    await expectNobodyPaid(app, pool);
  });
});

test("after all captures the ledger equals the provider's balance", async () => {
  expect(await findLedgerDifferences(app.context, -5)).toEqual([]);
});
