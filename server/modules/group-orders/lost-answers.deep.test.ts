import { describe, expect, test } from 'vitest';
import { inTransaction } from '#server/context.ts';
import { releaseHolds } from '#server/modules/after-sale/settle-refund.ts';
import { findLedgerDifferences } from '#server/modules/ledger/check-ledger.ts';
import { reconcilePayments } from '#server/modules/provider-events/reconcile.ts';
import { buildBuyer, customerActor, startPayingApp } from '#server/testing/paying-app.ts';
import {
  buildPerson,
  dyingAt,
  expectAllOrNothing,
  PROVIDER_CALLS,
  settleAll,
  takeInside,
  unlessRefused,
} from '#server/testing/pool-troubles.ts';
import { booksOfPool, buildPool, takeShares, untilOrderIs } from '#server/testing/pools.ts';
import { chargePool } from './charge-pool.ts';
import { cancelOrder } from './pools.ts';

const app = await startPayingApp();

describe('a pool whose server is killed', () => {
  test.each(
    PROVIDER_CALLS.filter((call) => call !== 'refund').flatMap((call) => [
      [call, 'before'] as const,
      [call, 'after'] as const,
    ]),
  )('at %s, %s the work, comes to the same end', async (call, when) => {
    app.sandbox.webhooks.pause();
    const [owner, guest] = [await buildPerson(app), await buildPerson(app)];
    const pool = await buildPool(app, { owner });
    await takeInside(app.context, guest, pool, { shares: 3, card: guest.cards.good });
    await takeInside(dyingAt(app, call, when), owner, pool, { shares: 4, card: owner.cards.good });
    await unlessRefused(chargePool(dyingAt(app, call, when), pool.orderId));
    for (let i = 0; i < 3; i++) {
      app.advanceMinutes(3);
      await reconcilePayments(app.context);
    }
    const { entries, entitlements } = await booksOfPool(app, pool);
    expect(entries.reduce((sum, entry) => sum + entry.amountCents, 0)).toBe(pool.totalCents);
    expect(new Set(entitlements.map(({ userId }) => userId))).toEqual(new Set([owner.id, guest.id]));
    await expectAllOrNothing(app, pool);
  });

  test.each(['cancelPayment', 'refund'] as const)(
    'at %s during its refund is refunded once',
    async (call) => {
      app.sandbox.webhooks.pause();
      const [owner, guest] = [await buildPerson(app), await buildPerson(app)];
      const pool = await buildPool(app, { owner });
      await takeInside(app.context, owner, pool, { shares: 5, card: owner.cards.good });
      app.sandbox.faults.next({ operation: 'paymentIntents.capture', kind: 'slow_settlement' });
      app.sandbox.faults.next({ operation: 'paymentIntents.capture', kind: 'decline' });
      await takeInside(app.context, guest, pool, { shares: 2, card: guest.cards.good });
      await chargePool(app.context, pool.orderId);
      await inTransaction(app.context, (tx) => cancelOrder(tx, customerActor(owner), pool.key)).catch(
        () => undefined,
      );
      await unlessRefused(releaseHolds(dyingAt(app, call, 'after'), pool.orderId));
      await settleAll(app, pool);
      await expectAllOrNothing(app, pool);
    },
  );
});

test.each([
  ['answers every capture with an error', { kind: 'api_error', when: 'after' }],
  ['keeps the error of a capture that it did not make', { kind: 'kept_error', times: 1 }],
  ['keeps the error of a capture that it made', { kind: 'kept_error', when: 'after', times: 1 }],
] as const)('a pool is complete although the provider %s', async (_name, fault) => {
  app.sandbox.webhooks.pause();
  const plan = 'times' in fault ? app.sandbox.faults.next : app.sandbox.faults.untilCleared;
  plan({ operation: 'paymentIntents.capture', ...fault });
  const pool = await buildPool(app);
  const guest = await buildBuyer(app);
  await takeShares(app, guest, pool, 3);
  await takeShares(app, pool.owner, pool, 4);
  await untilOrderIs(app, pool, 'paid');
  await expectAllOrNothing(app, pool);
});

test.each(['before', 'after'] as const)(
  'shares whose hold met an error that the provider keeps, %s the work, are charged once',
  async (when) => {
    app.sandbox.webhooks.pause();
    const [owner, guest] = [await buildBuyer(app), await buildBuyer(app)];
    const pool = await buildPool(app, { owner });
    app.sandbox.faults.next({ operation: 'paymentIntents.create', kind: 'kept_error', when });
    expect(await takeShares(app, guest, pool, 3)).toMatchObject({ status: 200 });
    app.advanceMinutes(3);
    await Promise.all([reconcilePayments(app.context), reconcilePayments(app.context)]);
    if (when === 'before') await takeShares(app, guest, pool, 3);
    await takeShares(app, owner, pool, 4);
    await untilOrderIs(app, pool, 'paid');
    await expectAllOrNothing(app, pool);
    const { attempts } = await booksOfPool(app, pool);
    const keys = new Set(attempts.map(({ key }) => key));
    const { data } = await app.stripe.paymentIntents.list({ limit: 100 });
    const charged = data.filter(({ metadata }) => keys.has(metadata.attempt ?? ''));
    expect(charged.reduce((sum, { amount_received }) => sum + amount_received, 0)).toBe(pool.totalCents);
  },
);

test("after all of it the ledger equals the provider's balance", async () => {
  expect(await findLedgerDifferences(app.context, -5)).toEqual([]);
});
