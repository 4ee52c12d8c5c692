import type Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { idOf, pay, refusal, SECONDS, startTestSandbox, typedCard } from '#server/testing/sandbox.ts';

const t = startTestSandbox();
const hold = (params: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  pay(t.stripe, 'pm_card_visa', { capture_method: 'manual', ...params });

function chargeOf(intent: Stripe.PaymentIntent, expand: string[] = []) {
  return t.stripe.charges.retrieve(idOf(intent.latest_charge), { expand });
}

describe('a payment', () => {
  test('goes from intent over method and confirmation to success', async () => {
    const intent = await t.stripe.paymentIntents.create({
      amount: 2000,
      currency: 'USD',
      allowed_payment_method_types: ['card'],
      metadata: { order: '12' },
    });
    expect(intent).toMatchObject({
      status: 'requires_payment_method',
      currency: 'usd',
      amount_received: 0,
      latest_charge: null,
      metadata: { order: '12' },
    });
    expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_`));
    const chosen = await t.stripe.paymentIntents.update(intent.id, { payment_method: 'pm_card_visa' });
    expect(chosen.status).toBe('requires_confirmation');
    const paid = await t.stripe.paymentIntents.confirm(intent.id, { expand: ['latest_charge'] });
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: 2000, amount_capturable: 0 });
    expect(paid.latest_charge).toMatchObject({
      object: 'charge',
      status: 'succeeded',
      paid: true,
      captured: true,
      amount_captured: 2000,
      payment_intent: intent.id,
      metadata: { order: '12' },
      outcome: { type: 'authorized' },
      payment_method_details: { card: { last4: '4242' } },
    });
    const listed = await t.stripe.charges.list({ payment_intent: intent.id });
    expect(listed.data.map(({ id }) => id)).toEqual([idOf(paid.latest_charge)]);
  });

  test('is booked at once when captured at once, and a moment later when captured asynchronously', async () => {
    const atOnce = await pay(t.stripe, 'pm_card_visa', { capture_method: 'automatic' });
    const booked = await chargeOf(atOnce, ['balance_transaction']);
    expect(booked.balance_transaction).toMatchObject({ type: 'charge', amount: 2000, fee: 88, net: 1912 });
    const later = await pay(t.stripe, 'pm_card_visa');
    expect(later.capture_method).toBe('automatic_async');
    expect((await chargeOf(later)).balance_transaction).toBeNull();
    await t.sandbox.advance(2 * SECONDS);
    expect((await chargeOf(later)).balance_transaction).toMatch(/^txn_/);
  });

  test('needs a return address when redirecting methods are allowed', async () => {
    const params = { amount: 2000, currency: 'usd', payment_method: 'pm_card_visa', confirm: true };
    expect((await refusal(t.stripe.paymentIntents.create(params))).message).toMatch(/return_url/);
    const never = { automatic_payment_methods: { enabled: true, allow_redirects: 'never' as const } };
    expect((await t.stripe.paymentIntents.create({ ...params, ...never })).status).toBe('succeeded');
    const back = { return_url: 'https://shop.example/back' };
    expect((await t.stripe.paymentIntents.create({ ...params, ...back })).status).toBe('succeeded');
  });

  test('by inline card data needs no method of its own', async () => {
    const intent = await t.stripe.paymentIntents.create({
      amount: 2000,
      currency: 'usd',
      allowed_payment_method_types: ['card'],
      confirm: true,
      // The provider takes a card here; the SDK's type, meant for servers without card numbers, does not.
      payment_method_data: { type: 'card', card: { token: 'tok_amex' } } as never,
      expand: ['payment_method'],
    });
    expect(intent.payment_method).toMatchObject({ card: { brand: 'amex', last4: '0005' } });
  });

  test('saves the card for later when asked, and not otherwise', async () => {
    const customer = (await t.stripe.customers.create()).id;
    await pay(t.stripe, 'pm_card_visa', { customer });
    expect((await t.stripe.paymentMethods.list({ customer })).data).toEqual([]);
    const saved = await pay(t.stripe, 'pm_card_visa', { customer, setup_future_usage: 'off_session' });
    const [card] = (await t.stripe.paymentMethods.list({ customer })).data;
    expect(card?.id).toBe(saved.payment_method);
    const later = await pay(t.stripe, card?.id ?? '', { customer, off_session: true });
    expect(later.status).toBe('succeeded');
  });

  test('takes a card without customer once, and a card of a customer only with that customer', async () => {
    const loose = await t.stripe.paymentMethods.create(typedCard('4242424242424242'));
    await pay(t.stripe, loose.id);
    expect((await refusal(pay(t.stripe, loose.id))).message).toMatch(/may not be used again/);
    const ann = await t.stripe.customers.create({ payment_method: 'pm_card_visa' });
    const ben = await t.stripe.customers.create();
    const [card] = (await t.stripe.paymentMethods.list({ customer: ann.id })).data;
    const id = card?.id ?? '';
    expect(await refusal(pay(t.stripe, id))).toMatchObject({ statusCode: 400, param: 'payment_method' });
    expect((await refusal(pay(t.stripe, id, { customer: ben.id }))).statusCode).toBe(400);
    expect((await pay(t.stripe, id, { customer: ann.id })).status).toBe('succeeded');
    expect((await pay(t.stripe, id, { customer: ann.id })).status).toBe('succeeded');
  });

  test('that settles slowly is processing first', async () => {
    t.sandbox.faults.next({ operation: 'paymentIntents.create', kind: 'slow_settlement' });
    const intent = await pay(t.stripe, 'pm_card_visa');
    expect(intent).toMatchObject({ status: 'processing', latest_charge: null });
    await t.sandbox.advance(4 * SECONDS);
    const settled = await t.stripe.paymentIntents.retrieve(intent.id);
    expect(settled).toMatchObject({ status: 'succeeded', processing: null, amount_received: 2000 });
  });

  test('with a card that ran out since it was saved is declined as expired', async () => {
    const customer = (await t.stripe.customers.create()).id;
    const soon = new Date(Date.now() + 40 * 24 * 3600_000);
    const expiry = { exp_month: soon.getUTCMonth() + 1, exp_year: soon.getUTCFullYear() };
    const card = await t.stripe.paymentMethods.create(typedCard('4242424242424242', expiry));
    await t.stripe.paymentMethods.attach(card.id, { customer });
    expect((await pay(t.stripe, card.id, { customer })).status).toBe('succeeded');
    await t.sandbox.advance(75);
    expect(await refusal(pay(t.stripe, card.id, { customer }))).toMatchObject({ code: 'expired_card' });
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
    const after = await chargeOf(taken, ['balance_transaction']);
    expect(after).toMatchObject({ captured: true, balance_transaction: { amount: 2000, net: 1912 } });
    expect(after.payment_method_details?.card?.capture_before).toBeUndefined();
  });

  test('on a Visa card without the buyer stands 4 days and 18 hours', async () => {
    const customer = (await t.stripe.customers.create({ payment_method: 'pm_card_visa' })).id;
    const [card] = (await t.stripe.paymentMethods.list({ customer })).data;
    const held = await pay(t.stripe, card?.id ?? '', {
      customer,
      off_session: true,
      capture_method: 'manual',
    });
    const charge = await chargeOf(held);
    expect(charge.payment_method_details?.card?.capture_before).toBe(charge.created + (4 * 24 + 18) * 3600);
  });

  test('captured in part releases the rest and leaves only the part to refund', async () => {
    const held = await hold();
    const taken = await t.stripe.paymentIntents.capture(held.id, { amount_to_capture: 1500 });
    expect(taken).toMatchObject({ amount: 2000, amount_received: 1500, status: 'succeeded' });
    const charge = await chargeOf(taken, ['balance_transaction', 'refunds']);
    expect(charge).toMatchObject({
      amount_captured: 1500,
      amount_refunded: 500,
      refunded: false,
      balance_transaction: { amount: 1500 },
      refunds: { data: [{ amount: 500, balance_transaction: null }] },
    });
    expect((await refusal(t.stripe.refunds.create({ payment_intent: held.id, amount: 1501 }))).param).toBe(
      'amount',
    );
    await t.stripe.refunds.create({ payment_intent: held.id });
    expect(await chargeOf(taken)).toMatchObject({ amount_refunded: 2000, refunded: true });
  });

  test('is never captured for more than it holds', async () => {
    const held = await hold();
    const more = t.stripe.paymentIntents.capture(held.id, { amount_to_capture: 2001 });
    expect(await refusal(more)).toMatchObject({ statusCode: 400, param: 'amount_to_capture' });
    expect((await t.stripe.paymentIntents.retrieve(held.id)).status).toBe('requires_capture');
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
    const lines = await t.stripe.balanceTransactions.list({ source: idOf(held.latest_charge) });
    expect(lines.data).toEqual([]);
  });

  test('ends by itself when its time is over, and not before', async () => {
    const held = await hold();
    await t.sandbox.advance(6.9);
    expect((await t.stripe.paymentIntents.retrieve(held.id)).status).toBe('requires_capture');
    await t.sandbox.advance(0.2);
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
    const lines = await t.stripe.balanceTransactions.list({ source: idOf(held.latest_charge) });
    expect(lines.data).toMatchObject([{ amount: 2000 }]);
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
  const confirm: Move = (id) => t.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
  const capture: Move = (id) => t.stripe.paymentIntents.capture(id);
  const cancel: Move = (id) => t.stripe.paymentIntents.cancel(id);
  const reprice: Move = (id) => t.stripe.paymentIntents.update(id, { amount: 5000 });
  const open = () =>
    t.stripe.paymentIntents.create({ amount: 2000, currency: 'usd', allowed_payment_method_types: ['card'] });
  const paid = () => pay(t.stripe, 'pm_card_visa');
  const canceled = async () => t.stripe.paymentIntents.cancel((await open()).id);

  test.each([
    ['an open intent is not captured', open, capture],
    ['a held payment is not confirmed', hold, confirm],
    ['a held payment is not repriced', hold, reprice],
    ['a paid one is not confirmed again', paid, confirm],
    ['a paid one is not captured', paid, capture],
    ['a paid one is not canceled', paid, cancel],
    ['a paid one is not repriced', paid, reprice],
    ['a canceled one is not confirmed', canceled, confirm],
    ['a canceled one is not captured', canceled, capture],
    ['a canceled one is not canceled again', canceled, cancel],
  ])('%s', async (_rule, make, move) => {
    const before = await make();
    const error = await refusal(move(before.id));
    expect(error).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' });
    expect(error.payment_intent?.id).toBe(before.id);
    expect(await t.stripe.paymentIntents.retrieve(before.id)).toMatchObject({
      status: before.status,
      amount: before.amount,
    });
  });

  test('but metadata is changed in any state', async () => {
    const { id } = await paid();
    expect((await t.stripe.paymentIntents.update(id, { metadata: { a: 'b' } })).metadata).toEqual({ a: 'b' });
  });

  test('a confirmation without a method says what is missing', async () => {
    const { id } = await open();
    const error = await refusal(t.stripe.paymentIntents.confirm(id));
    expect(error).toMatchObject({ code: 'payment_intent_unexpected_state' });
    expect(error.message).toMatch(/missing a payment method/);
  });
});

test('intents of a customer are listed newest first', async () => {
  const customer = (await t.stripe.customers.create()).id;
  const first = await pay(t.stripe, 'pm_card_visa', { customer });
  const second = await pay(t.stripe, 'pm_card_visa', { customer });
  const listed = await t.stripe.paymentIntents.list({ customer, expand: ['data.latest_charge'] });
  expect(listed.data.map(({ id }) => id)).toEqual([second.id, first.id]);
  expect(listed.data[0]?.latest_charge).toMatchObject({ object: 'charge', customer });
});
