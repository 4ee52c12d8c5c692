import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import type { Fault } from '#engines/card-sandbox/faults.ts';
import { inTransaction } from '#server/context.ts';
import { findLedgerDifferences } from '#server/modules/ledger/check-ledger.ts';
import { paySingle } from '#server/modules/payments/pay.ts';
import {
  ALBUM_PRICE,
  type Buyer,
  booksOf,
  buildBuyer,
  buildViewedAlbum,
  customerActor,
  payForAlbum,
  startPayingApp,
} from '#server/testing/paying-app.ts';
import { reconcilePayments } from './reconcile.ts';

/** Three tries of a call that hangs take so long. */
const app = await startPayingApp({ STRIPE_TIMEOUT_SECONDS: '2' });

const chargesOf = async (buyer: Buyer) => {
  const { db } = app.context;
  const { customerId } = await db
    .selectFrom('paymentCustomers')
    .select('customerId')
    .where('userId', '=', buyer.id)
    .executeTakeFirstOrThrow();
  return (await app.charges()).filter((charge) => charge.customer === customerId && charge.paid);
};

async function expectBoughtOnce(buyer: Buyer) {
  const { entitlements, entries, attempts } = await booksOf(app, buyer.id);
  expect(attempts.filter((attempt) => attempt.state === 'succeeded')).toHaveLength(1);
  expect(entitlements).toHaveLength(1);
  const charges = await chargesOf(buyer);
  expect(charges.map((charge) => charge.amount)).toEqual([ALBUM_PRICE]);
  expect(entries.map((entry) => entry.externalId)).toEqual(charges.map((charge) => charge.id));
}

async function startBuying() {
  app.sandbox.webhooks.pause();
  const buyer = await buildBuyer(app);
  return { buyer, album: await buildViewedAlbum(app, buyer) };
}

const TROUBLES: [string, Omit<Fault, 'operation'>][] = [
  ['a 500 before the work', { kind: 'api_error', when: 'before', times: 3 }],
  ['a 500 after the work', { kind: 'api_error', when: 'after', times: 3 }],
  ['a 500 after the work that the provider keeps', { kind: 'kept_error', when: 'after' }],
  ['a broken connection before the work', { kind: 'reset', when: 'before', times: 3 }],
  ['a broken connection after the work', { kind: 'reset', when: 'after', times: 3 }],
  ['a time-out after the work', { kind: 'hang', when: 'after', times: 3 }],
  ['a rate limit', { kind: 'rate_limit', when: 'before', times: 3 }],
];

describe('a payment that met', () => {
  test.each(TROUBLES)('%s is one charge and one album after reconciliation', async (_name, fault) => {
    const { buyer, album } = await startBuying();
    app.sandbox.faults.next({ operation: 'paymentIntents.create', ...fault });
    const answer = await payForAlbum(app, buyer, album.id);
    expect(answer).toMatchObject({ status: 200, body: { status: 'processing' } });
    expect(await payForAlbum(app, buyer, album.id)).toMatchObject({ body: { id: answer.body.id } });
    app.sandbox.faults.clear();
    app.advanceMinutes(3);
    await reconcilePayments(app.context);
    await reconcilePayments(app.context);
    await expectBoughtOnce(buyer);
  });

  test('a 500 that the provider keeps without having paid fails after two minutes, and the next one is one charge', async () => {
    const { buyer, album } = await startBuying();
    app.sandbox.faults.next({ operation: 'paymentIntents.create', kind: 'kept_error' });
    expect(await payForAlbum(app, buyer, album.id)).toMatchObject({ body: { status: 'processing' } });
    await reconcilePayments(app.context);
    expect((await booksOf(app, buyer.id)).attempts).toMatchObject([{ state: 'processing' }]);
    app.advanceMinutes(3);
    await Promise.all([reconcilePayments(app.context), reconcilePayments(app.context)]);
    const { attempts } = await booksOf(app, buyer.id);
    expect(attempts).toMatchObject([{ state: 'failed', failureCode: 'processing_error' }]);
    expect(await payForAlbum(app, buyer, album.id)).toMatchObject({ body: { status: 'succeeded' } });
    await expectBoughtOnce(buyer);
  });

  test('one short fault of each kind goes unnoticed by the buyer', async () => {
    const { buyer, album } = await startBuying();
    app.sandbox.faults.next({ operation: 'paymentIntents.create', kind: 'reset', when: 'after' });
    app.sandbox.faults.next({ operation: 'paymentIntents.create', kind: 'conflict' });
    expect(await payForAlbum(app, buyer, album.id)).toMatchObject({ body: { status: 'succeeded' } });
    await expectBoughtOnce(buyer);
  });

  test('a provider that charges but cannot be reached afterwards is reconciled when the browser asks again', async () => {
    const { buyer, album } = await startBuying();
    app.sandbox.faults.untilCleared({ operation: 'paymentIntents.retrieve', kind: 'api_error' });
    const { body } = await payForAlbum(app, buyer, album.id);
    expect(body.status).toBe('processing');
    app.sandbox.faults.clear();
    app.advanceMinutes(1);
    const refreshed = await app.call(paymentEndpoints.refreshPayment, {
      token: buyer.token,
      params: { id: body.id },
    });
    expect(refreshed.body.status).toBe('succeeded');
    await expectBoughtOnce(buyer);
  });

  test('slow settlement is processing first and succeeded later', async () => {
    const { buyer, album } = await startBuying();
    app.sandbox.faults.next({ operation: 'paymentIntents.create', kind: 'slow_settlement' });
    expect(await payForAlbum(app, buyer, album.id)).toMatchObject({ body: { status: 'processing' } });
    app.advanceMinutes(3);
    await app.sandbox.settle();
    await reconcilePayments(app.context);
    await expectBoughtOnce(buyer);
  });
});

describe('a process that is killed', () => {
  const killed = () => Promise.reject(new Error('killed'));

  test('between the attempt and the call leaves a payment that reconciliation executes once', async () => {
    const { buyer, album } = await startBuying();
    const payments = { ...app.context.payments, pay: killed };
    const request = { cardId: buyer.sourceId, amountCents: ALBUM_PRICE, facial: false };
    const purchase = { choice: { albumId: album.id }, request };
    const dying = paySingle({ ...app.context, payments }, customerActor(buyer), purchase);
    await expect(dying).rejects.toThrow('killed');
    expect(await chargesOf(buyer)).toEqual([]);
    app.advanceMinutes(3);
    await reconcilePayments(app.context);
    await expectBoughtOnce(buyer);
  });

  test('between the charge and our books leaves a payment that is found by its key', async () => {
    const { buyer, album } = await startBuying();
    const payments = { ...app.context.payments, getPayment: killed };
    const request = { cardId: buyer.sourceId, amountCents: ALBUM_PRICE, facial: false };
    const purchase = { choice: { albumId: album.id }, request };
    const dying = paySingle({ ...app.context, payments }, customerActor(buyer), purchase);
    await expect(dying).rejects.toThrow('killed');
    expect(await chargesOf(buyer)).toHaveLength(1);
    app.advanceMinutes(24 * 60);
    await Promise.all([reconcilePayments(app.context), reconcilePayments(app.context)]);
    await expectBoughtOnce(buyer);
  });

  test('a payment that never reached the provider fails after a day, because its key has expired', async () => {
    const { buyer, album } = await startBuying();
    const payments = { ...app.context.payments, pay: killed };
    const request = { cardId: buyer.sourceId, amountCents: ALBUM_PRICE, facial: false };
    const purchase = { choice: { albumId: album.id }, request };
    const dying = paySingle({ ...app.context, payments }, customerActor(buyer), purchase);
    await expect(dying).rejects.toThrow('killed');
    app.advanceMinutes(24 * 60);
    await reconcilePayments(app.context);
    expect(await chargesOf(buyer)).toEqual([]);
    expect((await booksOf(app, buyer.id)).attempts).toMatchObject([{ state: 'failed' }]);
    expect(await payForAlbum(app, buyer, album.id)).toMatchObject({ body: { status: 'succeeded' } });
    await expectBoughtOnce(buyer);
  });
});

describe('the ledger', () => {
  test("equals the provider's balance after all of this", async () => {
    expect(await findLedgerDifferences(app.context, -1)).toEqual([]);
  });

  test('reports a charge of ours that it does not know', async () => {
    await app.stripe.paymentIntents.create({
      amount: 777,
      currency: 'usd',
      allowed_payment_method_types: ['card'],
      capture_method: 'automatic',
      payment_method: 'pm_card_visa',
      confirm: true,
      metadata: { attempt: randomUUID() },
    });
    const differences = await findLedgerDifferences(app.context, -1);
    expect(differences).toEqual([expect.stringContaining("ours 0, the provider's 777")]);
  });

  test('cannot be changed, only added to', async () => {
    const { db } = app.context;
    await expect(db.updateTable('ledgerEntries').set({ amountCents: 1 }).execute()).rejects.toThrow(
      /only added/,
    );
    await expect(db.deleteFrom('ledgerEntries').execute()).rejects.toThrow(/only added/);
    await expect(
      inTransaction(app.context, (tx) => tx.db.deleteFrom('ledgerEntries').execute()),
    ).rejects.toThrow(/only added/);
  });
});
