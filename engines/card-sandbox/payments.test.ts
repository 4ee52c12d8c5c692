import type Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { DAY, idOf, pay, refusal, startTestSandbox } from '#server/testing/sandbox.ts';

const t = startTestSandbox();
const hold = (params: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  pay(t.stripe, 'pm_card_visa', { capture_method: 'manual', ...params });
const chargeOf = (intent: Stripe.PaymentIntent) => t.stripe.charges.retrieve(idOf(intent.latest_charge));

async function bookedFor(source: string): Promise<Stripe.BalanceTransaction[]> {
  const lines = await t.stripe.balanceTransactions.list({ limit: 100 }).autoPagingToArray({ limit: 1000 });
  return lines.filter((line) => line.source === source);
}

describe('a payment', () => {
  test('succeeds and is booked at once', async () => {
    const paid = await pay(t.stripe, 'pm_card_visa', { metadata: { order: '12' } });
    expect(paid).toMatchObject({
      status: 'succeeded',
      currency: 'usd',
      amount_received: 2000,
      amount_capturable: 0,
      metadata: { order: '12' },
    });
    expect(paid.client_secret).toMatch(new RegExp(`^${paid.id}_secret_`));
    const seen = await t.stripe.paymentIntents.retrieve(paid.id, { expand: ['latest_charge'] });
    expect(seen.latest_charge).toMatchObject({
      object: 'charge',
      status: 'succeeded',
      paid: true,
      captured: true,
      amount_captured: 2000,
      payment_intent: paid.id,
      metadata: { order: '12' },
      payment_method_details: { card: { last4: '4242' } },
    });
    expect(await bookedFor(idOf(paid.latest_charge))).toMatchObject([
      { type: 'charge', amount: 2000, fee: 88, net: 1912 },
    ]);
  });

  test('that settles slowly is processing first', async () => {
    t.sandbox.faults.next({ operation: 'paymentIntents.create', kind: 'slow_settlement' });
    const intent = await pay(t.stripe, 'pm_card_visa');
    expect(intent).toMatchObject({ status: 'processing', latest_charge: null });
    await t.advance(4);
    const settled = await t.stripe.paymentIntents.retrieve(intent.id);
    expect(settled).toMatchObject({ status: 'succeeded', amount_received: 2000 });
  });
});

describe('a hold', () => {
  test('takes no money, says until when it stands, and is captured in full', async () => {
    const held = await hold();
    expect(held).toMatchObject({ status: 'requires_capture', amount_capturable: 2000, amount_received: 0 });
    const charge = await chargeOf(held);
    expect(charge).toMatchObject({ captured: false, amount_captured: 0, balance_transaction: null });
    const week = 7 * 24 * 3600;
    const captureBefore = charge.payment_method_details?.card?.capture_before;
    expect(captureBefore).toBe(charge.created + week);
    const taken = await t.stripe.paymentIntents.capture(held.id);
    expect(taken).toMatchObject({ status: 'succeeded', amount_received: 2000, amount_capturable: 0 });
    const after = await chargeOf(taken);
    expect(after.captured).toBe(true);
    expect(await bookedFor(after.id)).toMatchObject([{ amount: 2000, net: 1912 }]);
    expect(after.payment_method_details?.card?.capture_before).toBeUndefined();
  });

  test('that is captured in part takes that part, of which no more can be refunded', async () => {
    const held = await hold();
    const more = t.stripe.paymentIntents.capture(held.id, { amount_to_capture: 2001 });
    await expect(more).rejects.toMatchObject({ param: 'amount_to_capture' });
    const taken = await t.stripe.paymentIntents.capture(held.id, { amount_to_capture: 700 });
    expect(taken).toMatchObject({ status: 'succeeded', amount: 2000, amount_received: 700 });
    const after = await chargeOf(taken);
    expect(await bookedFor(after.id)).toMatchObject([{ amount: 700 }]);
    const refund = (amount: number) => t.stripe.refunds.create({ payment_intent: held.id, amount });
    await expect(refund(701)).rejects.toMatchObject({ param: 'amount' });
    await refund(700);
    expect(await chargeOf(taken)).toMatchObject({ refunded: true, amount_refunded: 700 });
  });

  test('on a Visa card without the buyer stands 4 days and 18 hours', async () => {
    const customer = (await t.stripe.customers.create()).id;
    const card = await t.stripe.paymentMethods.attach('pm_card_visa', { customer });
    const held = await pay(t.stripe, card.id, { customer, off_session: true, capture_method: 'manual' });
    const charge = await chargeOf(held);
    expect(charge.payment_method_details?.card?.capture_before).toBe(charge.created + (4 * 24 + 18) * 3600);
  });

  test('that is canceled releases the money, which shows as a refund without a booking', async () => {
    const held = await hold();
    const ended = await t.stripe.paymentIntents.cancel(held.id, { cancellation_reason: 'abandoned' });
    expect(ended).toMatchObject({
      status: 'canceled',
      amount_capturable: 0,
      cancellation_reason: 'abandoned',
    });
    expect(await chargeOf(ended)).toMatchObject({
      refunded: true,
      captured: false,
      balance_transaction: null,
    });
    const refunds = await t.stripe.refunds.list({ payment_intent: held.id });
    expect(refunds.data).toMatchObject([{ amount: 2000, balance_transaction: null }]);
    expect(await bookedFor(idOf(held.latest_charge))).toEqual([]);
  });

  test('ends by itself when its time is over, and not before', async () => {
    const held = await hold();
    await t.advance(6.9 * DAY);
    expect((await t.stripe.paymentIntents.retrieve(held.id)).status).toBe('requires_capture');
    await t.advance(0.2 * DAY);
    const ended = await t.stripe.paymentIntents.retrieve(held.id);
    expect(ended).toMatchObject({ status: 'canceled', cancellation_reason: 'expired', amount_capturable: 0 });
    const refunds = await t.stripe.refunds.list({ payment_intent: held.id });
    expect(refunds.data).toMatchObject([{ reason: 'expired_uncaptured_charge' }]);
    const late = await refusal(t.stripe.paymentIntents.capture(held.id));
    expect(late.code).toBe('payment_intent_unexpected_state');
  });

  test('captured by twenty callers at once is captured once', async () => {
    const held = await hold();
    const client = t.client({ maxNetworkRetries: 0 });
    const tries = Array.from({ length: 20 }, () => client.paymentIntents.capture(held.id));
    const results = await Promise.allSettled(tries);
    const failures = results.filter((result) => result.status === 'rejected');
    expect(failures).toHaveLength(19);
    for (const { reason } of failures) expect(reason.code).toBe('payment_intent_unexpected_state');
    expect(await bookedFor(idOf(held.latest_charge))).toMatchObject([{ amount: 2000 }]);
  });

  test('captured and canceled at once does exactly one of them', async () => {
    const held = await hold();
    const results = await Promise.allSettled([
      t.stripe.paymentIntents.capture(held.id),
      t.stripe.paymentIntents.cancel(held.id),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const { status, amount_received: received } = await t.stripe.paymentIntents.retrieve(held.id);
    expect([
      ['succeeded', 2000],
      ['canceled', 0],
    ]).toContainEqual([status, received]);
  });
});

describe('a call that does not fit the state', () => {
  type Move = (id: string) => Promise<unknown>;
  const capture: Move = (id) => t.stripe.paymentIntents.capture(id);
  const cancel: Move = (id) => t.stripe.paymentIntents.cancel(id);
  const paid = () => pay(t.stripe, 'pm_card_visa');
  const waiting = () => pay(t.stripe, 'pm_card_threeDSecure2Required');
  const canceled = async () => t.stripe.paymentIntents.cancel((await hold()).id);

  test.each([
    ['a payment that waits for the buyer is not captured', waiting, capture],
    ['a paid one is not captured', paid, capture],
    ['a paid one is not canceled', paid, cancel],
    ['a canceled one is not captured', canceled, capture],
    ['a canceled one is not canceled again', canceled, cancel],
  ])('%s', async (_rule, make, move) => {
    const before = await make();
    const error = await refusal(move(before.id));
    expect(error).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' });
    expect(error.payment_intent?.id).toBe(before.id);
    expect((await t.stripe.paymentIntents.retrieve(before.id)).status).toBe(before.status);
  });
});

test('intents of a customer are listed newest first', async () => {
  const customer = (await t.stripe.customers.create()).id;
  const first = await pay(t.stripe, 'pm_card_visa', { customer });
  const second = await pay(t.stripe, 'pm_card_visa', { customer });
  const listed = await t.stripe.paymentIntents.list({ customer });
  expect(listed.data.map(({ id }) => id)).toEqual([second.id, first.id]);
});
