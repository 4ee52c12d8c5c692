import { sql } from 'kysely';
import Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { eventually } from '#server/testing/factories.ts';
import {
  type Buyer,
  booksOf,
  buildBuyer,
  buildViewedAlbum,
  CONNECT_SECRET,
  payForAlbum,
  sharePayingApp,
  WEBHOOK_SECRET,
} from '#server/testing/paying-app.ts';
import { fetchUndeliveredEvents } from './reconcile.ts';

const app = await sharePayingApp();

const deliver = (payload: string, signature: string) =>
  app.request({
    method: 'POST',
    url: '/api/webhooks/stripe',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    payload,
  });
const sign = (payload: string, given: { secret?: string; timestamp?: number } = {}) =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET, ...given });

/** The provider has charged the card, but neither its answer nor its event has arrived. */
async function payUnheard(): Promise<Buyer> {
  app.sandbox.webhooks.pause();
  const buyer = await buildBuyer(app);
  const album = await buildViewedAlbum(app, buyer);
  app.sandbox.faults.next({ operation: 'paymentIntents.create', kind: 'reset', when: 'after', times: 3 });
  const { body } = await payForAlbum(app, buyer, album.id);
  expect(body.status).toBe('processing');
  app.sandbox.faults.clear();
  return buyer;
}

async function expectBoughtOnce(buyer: Buyer) {
  await eventually(async () => {
    const { attempts } = await booksOf(app, buyer.id);
    return attempts[0]?.state === 'succeeded' ? true : undefined;
  }, 'the payment to succeed');
  const { entitlements, entries, attempts } = await booksOf(app, buyer.id);
  expect([attempts.length, entitlements.length, entries.length]).toEqual([1, 1, 1]);
}

async function allHandled() {
  await eventually(async () => {
    const { db } = app.context;
    const open = await db
      .selectFrom('externalEvents')
      .select('id')
      .where('handledAt', 'is', null)
      .where((eb) => eb.or([eb('type', 'like', 'payment_intent.%'), eb('type', 'like', 'charge.%')]))
      .execute();
    return open.length === 0 ? true : undefined;
  }, 'every event to be handled');
}

describe('events of the provider', () => {
  test('about what happened on the account of a payee ask about that account only', async () => {
    const send = (id: string, type: string, object: object) => {
      const payload = JSON.stringify({ id, object: 'event', type, account: 'acct_1Payee', data: { object } });
      return deliver(
        payload,
        sign(payload, { timestamp: Math.floor(app.context.clock.now().getTime() / 1000) }),
      );
    };
    const payout = { id: 'po_1OfPayee', object: 'payout' };
    expect(await send('evt_payout_of_payee', 'payout.paid', payout)).toMatchObject({ status: 200 });
    const application = { id: 'ca_1', object: 'application' };
    expect(await send('evt_left', 'account.application.deauthorized', application)).toMatchObject({
      status: 200,
    });
    const { rows } = await sql<{ name: string; data: object }>`
      select name, data from pgboss.job where data::text like '%1OfPayee%' or data::text like '%acct_1Payee%'`.execute(
      app.context.db,
    );
    expect(rows).toEqual([{ name: 'payees.sync-account', data: { accountId: 'acct_1Payee' } }]);
  });

  test('deliver the album when the answer to the call was lost', async () => {
    const buyer = await payUnheard();
    await app.sandbox.webhooks.deliverNow();
    await expectBoughtOnce(buyer);
  });

  test('sent twice and out of order change nothing more', async () => {
    const buyer = await payUnheard();
    app.sandbox.webhooks.next({ kind: 'duplicate', times: 20 });
    app.sandbox.webhooks.reverse(true);
    await app.sandbox.webhooks.deliverNow();
    await expectBoughtOnce(buyer);
    await allHandled();
    await expectBoughtOnce(buyer);
    const { db } = app.context;
    const events = await db.selectFrom('externalEvents').select('externalId').execute();
    expect(new Set(events.map((event) => event.externalId)).size).toBe(events.length);
  });

  test('that arrive together with the answer deliver once', async () => {
    app.sandbox.webhooks.resume();
    app.sandbox.webhooks.next({ kind: 'duplicate', times: 20 });
    const buyer = await buildBuyer(app);
    const album = await buildViewedAlbum(app, buyer);
    await Promise.all(Array.from({ length: 10 }, () => payForAlbum(app, buyer, album.id)));
    await expectBoughtOnce(buyer);
    await allHandled();
    await expectBoughtOnce(buyer);
  });

  test('that could not be delivered are fetched later', async () => {
    const buyer = await payUnheard();
    app.sandbox.webhooks.next({ kind: 'drop', times: 50 });
    await app.sandbox.webhooks.deliverNow();
    expect((await booksOf(app, buyer.id)).entitlements).toEqual([]);
    await fetchUndeliveredEvents(app.context);
    await fetchUndeliveredEvents(app.context);
    await expectBoughtOnce(buyer);
  });

  test('of a failed payment deliver nothing', async () => {
    app.sandbox.webhooks.pause();
    const buyer = await buildBuyer(app, 'pm_card_chargeCustomerFail');
    const album = await buildViewedAlbum(app, buyer);
    expect(await payForAlbum(app, buyer, album.id)).toMatchObject({ status: 402 });
    await app.sandbox.webhooks.deliverNow();
    await allHandled();
    const { entitlements, attempts } = await booksOf(app, buyer.id);
    expect(entitlements).toEqual([]);
    expect(attempts).toMatchObject([{ state: 'failed', failureCode: 'card_declined' }]);
  });

  test.each([
    ['payment_intent.succeeded', { id: 'pi_1Gone', object: 'payment_intent' }],
    ['refund.updated', { id: 're_1Gone', object: 'refund', payment_intent: 'pi_1GoneWithRefund' }],
    ['charge.dispute.closed', { id: 'du_1Gone', object: 'dispute', payment_intent: 'pi_1GoneWithDispute' }],
    ['setup_intent.succeeded', { id: 'seti_1Gone', object: 'setup_intent' }],
    ['payout.paid', { id: 'po_1Gone', object: 'payout' }],
    ['transfer.created', { id: 'tr_1Gone', object: 'transfer' }],
  ])('about what the provider no longer knows end at once: %s', async (type, object) => {
    const payload = JSON.stringify({ id: `evt_${object.id}`, object: 'event', type, data: { object } });
    const timestamp = Math.floor(app.context.clock.now().getTime() / 1000);
    expect(await deliver(payload, sign(payload, { timestamp }))).toMatchObject({ status: 200 });
    expect(await deliver(payload, sign(payload, { timestamp }))).toMatchObject({ status: 200 });
    const states = await eventually(async () => {
      const { rows } = await sql<{ state: string }>`
        select state from pgboss.job where name <> 'orders.sweep-balance' and data::text like ${`%${object.id}%`}`.execute(
        app.context.db,
      );
      return rows.every(({ state }) => !['created', 'active'].includes(state)) ? rows : undefined;
    }, 'the job to end');
    expect(states).toEqual([{ state: 'completed' }]);
  });

  test('about unknown payments are stored and ignored', async () => {
    await app.stripe.paymentIntents.create({
      amount: 777,
      currency: 'usd',
      allowed_payment_method_types: ['card'],
      payment_method: 'pm_card_visa',
      confirm: true,
      metadata: { attempt: 'of another shop' },
    });
    await app.sandbox.webhooks.deliverNow();
    await allHandled();
  });
});

describe('the webhook', () => {
  const payload = JSON.stringify({
    id: 'evt_forged',
    object: 'event',
    type: 'payment_intent.succeeded',
    data: { object: { id: 'pi_forged', object: 'payment_intent' } },
  });
  const isKept = async () => {
    const { db } = app.context;
    const kept = await db.selectFrom('externalEvents').select('id').where('externalId', '=', 'evt_forged');
    return (await kept.execute()).length > 0;
  };

  test.each([
    '',
    'null',
    '[]',
    '{',
    '"event"',
    '{"object":"event"}',
    '{"id":"evt_1","object":"event","type":"charge.refunded","data":{"object":null}}',
    '{"id":"evt_1","object":"event","type":"charge.refunded","data":{"object":{"object":"refund","id":7}}}',
    '{"id":"evt\\u0000","object":"event","type":"x","data":{"object":{"object":"refund"}}}',
  ])('refuses a signed body that is not an event: %s', async (body) => {
    expect(await deliver(body, sign(body))).toMatchObject({ status: 400 });
  });

  test.each([
    ['no signature', () => ''],
    ['garbage', () => 't=1,v1=abc'],
    ['the signature of another secret', () => sign(payload, { secret: 'whsec_other' })],
    ['a signature of an hour ago', () => sign(payload, { timestamp: Math.floor(Date.now() / 1000) - 3600 })],
    ['the signature of another body', () => sign(`${payload} `)],
  ])('refuses %s', async (_name, signature) => {
    expect(await deliver(payload, signature())).toMatchObject({ status: 400 });
    expect(await isKept()).toBe(false);
  });

  test('accepts exactly the bytes that the provider signed, for either endpoint', async () => {
    const spaced = payload.replace('evt_forged', 'evt_spaced').replaceAll(',', ' ,\n ');
    expect(await deliver(spaced, sign(spaced))).toMatchObject({ status: 200 });
    const other = payload.replace('evt_forged', 'evt_of_account');
    expect(await deliver(other, sign(other, { secret: CONNECT_SECRET }))).toMatchObject({ status: 200 });
  });
});
