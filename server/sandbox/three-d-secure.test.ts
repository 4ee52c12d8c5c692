import type Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { pay, refusal, startTestSandbox, typedCard } from '#server/testing/sandbox.ts';

const t = startTestSandbox();
const RETURN_URL = 'https://shop.example/back?order=7';

type Waiting = Stripe.PaymentIntent | Stripe.SetupIntent;

function pageOf(intent: Waiting): string {
  const url = intent.next_action?.redirect_to_url?.url;
  if (!url) throw new Error(`no step-up page for ${intent.id}`);
  return url;
}

function answer(url: string, outcome: 'complete' | 'fail'): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams({ outcome }), redirect: 'manual' });
}

async function returnOf(response: Promise<Response>): Promise<URLSearchParams> {
  const { status, headers } = await response;
  expect(status).toBe(303);
  const url = new URL(headers.get('location') ?? '');
  expect(url.origin + url.pathname).toBe('https://shop.example/back');
  expect(url.searchParams.get('order')).toBe('7');
  return url.searchParams;
}

const stepUp = (number: string, params: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  pay(t.stripe, number, { return_url: RETURN_URL, ...params });

describe('the step-up page of a payment', () => {
  test('shows shop, amount and card with two buttons', async () => {
    const response = await fetch(pageOf(await stepUp('4000000000003220')));
    expect(response.headers.get('content-type')).toContain('text/html');
    const html = await response.text();
    for (const text of [
      'Encore',
      '$20.00',
      'VISA ending in 3220',
      'Complete authentication',
      'Fail authentication',
    ]) {
      expect(html).toContain(text);
    }
  });

  test('completed pays and goes back to the shop with the result', async () => {
    const intent = await stepUp('4000000000003220');
    const params = await returnOf(answer(pageOf(intent), 'complete'));
    expect(Object.fromEntries(params)).toMatchObject({
      payment_intent: intent.id,
      payment_intent_client_secret: intent.client_secret,
      redirect_status: 'succeeded',
    });
    const paid = await t.stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
    expect(paid).toMatchObject({
      status: 'succeeded',
      next_action: null,
      latest_charge: { payment_method_details: { card: { three_d_secure: { result: 'authenticated' } } } },
    });
  });

  test('completed for a hold leaves it to be captured', async () => {
    const intent = await stepUp('4000002760003184', { capture_method: 'manual' });
    expect((await returnOf(answer(pageOf(intent), 'complete'))).get('redirect_status')).toBe('succeeded');
    expect((await t.stripe.paymentIntents.capture(intent.id)).status).toBe('succeeded');
  });

  test('failed takes nothing, says why and leaves the intent open', async () => {
    const intent = await stepUp('4000000000003220');
    expect((await returnOf(answer(pageOf(intent), 'fail'))).get('redirect_status')).toBe('failed');
    const open = await t.stripe.paymentIntents.retrieve(intent.id);
    expect(open).toMatchObject({
      status: 'requires_payment_method',
      latest_charge: null,
      payment_method: null,
      last_payment_error: { code: 'payment_intent_authentication_failure', payment_method: { type: 'card' } },
    });
    expect(
      (await t.stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })).status,
    ).toBe('succeeded');
  });

  test.each([
    ['4000008260003178', 'insufficient_funds'],
    ['4000008400001629', 'generic_decline'],
  ])('completed with %s is still declined: %s', async (number, declineCode) => {
    const intent = await stepUp(number);
    expect((await returnOf(answer(pageOf(intent), 'complete'))).get('redirect_status')).toBe('failed');
    const open = await t.stripe.paymentIntents.retrieve(intent.id);
    expect(open).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { decline_code: declineCode },
    });
  });

  test('answered by ten clicks at once is answered once', async () => {
    const intent = await stepUp('4000000000003220');
    const clicks = await Promise.all(Array.from({ length: 10 }, () => answer(pageOf(intent), 'complete')));
    expect(clicks.map(({ status }) => status).sort()).toEqual([303, ...Array(9).fill(404)]);
    const charges = await t.stripe.charges.list({ payment_intent: intent.id });
    expect(charges.data).toHaveLength(1);
  });

  test('of an older try is closed, and of a canceled payment too', async () => {
    const intent = await stepUp('4000000000003220');
    const again = await t.stripe.paymentIntents.confirm(intent.id, {
      payment_method: 'pm_card_threeDSecure2Required',
    });
    expect((await answer(pageOf(intent), 'complete')).status).toBe(404);
    expect((await t.stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_action');
    await t.stripe.paymentIntents.cancel(intent.id);
    expect((await answer(pageOf(again), 'complete')).status).toBe(404);
    expect((await fetch(pageOf(again))).status).toBe(404);
    expect((await t.stripe.paymentIntents.retrieve(intent.id)).status).toBe('canceled');
  });

  test('in a frame of the shop tells the page around it, return address or not', async () => {
    const intent = await stepUp('4000000000003220');
    const response = await fetch(pageOf(intent), {
      method: 'POST',
      body: new URLSearchParams({ outcome: 'complete' }),
      headers: { 'sec-fetch-dest': 'iframe' },
      redirect: 'manual',
    });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('postMessage');
    expect((await t.stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded');
  });

  test('without a return address tells the page around it', async () => {
    const intent = await pay(t.stripe, '4000000000003220');
    const { stripe_js: url = '' } = (intent.next_action?.use_stripe_sdk ?? {}) as { stripe_js?: string };
    const response = await answer(url, 'complete');
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('postMessage');
    expect((await t.stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded');
  });
});

describe('saving a card', () => {
  const setUp = async (method: string, params: Partial<Stripe.SetupIntentCreateParams> = {}) => {
    const customer = (await t.stripe.customers.create()).id;
    const intent = await t.stripe.setupIntents.create({
      customer,
      payment_method: method,
      confirm: true,
      return_url: RETURN_URL,
      ...params,
    });
    return { customer, intent };
  };

  test('attaches it to the customer', async () => {
    const { customer, intent } = await setUp('pm_card_visa');
    expect(intent).toMatchObject({ object: 'setup_intent', status: 'succeeded', usage: 'off_session' });
    const saved = await t.stripe.paymentMethods.list({ customer });
    expect(saved.data.map(({ id }) => id)).toEqual([intent.payment_method]);
  });

  test('in three steps: intent, method, confirmation', async () => {
    const intent = await t.stripe.setupIntents.create({});
    expect(intent.status).toBe('requires_payment_method');
    expect((await refusal(t.stripe.setupIntents.confirm(intent.id))).code).toBe(
      'setup_intent_unexpected_state',
    );
    const card = await t.stripe.paymentMethods.create(typedCard('4242424242424242'));
    const done = await t.stripe.setupIntents.confirm(intent.id, { payment_method: card.id });
    expect(done.status).toBe('succeeded');
    expect((await refusal(t.stripe.setupIntents.cancel(intent.id))).code).toBe(
      'setup_intent_unexpected_state',
    );
    expect((await t.stripe.setupIntents.retrieve(intent.id)).status).toBe('succeeded');
  });

  test('with step-up makes later payments without the buyer possible', async () => {
    const { customer, intent } = await setUp('pm_card_authenticationRequiredOnSetup');
    expect(intent.status).toBe('requires_action');
    const params = await returnOf(answer(pageOf(intent), 'complete'));
    expect(params.get('setup_intent')).toBe(intent.id);
    expect(params.get('redirect_status')).toBe('succeeded');
    const [card] = (await t.stripe.paymentMethods.list({ customer })).data;
    const later = await pay(t.stripe, card?.id ?? '', { customer, off_session: true });
    expect(later.status).toBe('succeeded');
    const present = await pay(t.stripe, card?.id ?? '', { customer });
    expect(present.status).toBe('requires_action');
  });

  test('that always asks, asks again without the buyer', async () => {
    const { customer, intent } = await setUp('pm_card_authenticationRequired');
    await returnOf(answer(pageOf(intent), 'complete'));
    const [card] = (await t.stripe.paymentMethods.list({ customer })).data;
    const later = await refusal(pay(t.stripe, card?.id ?? '', { customer, off_session: true }));
    expect(later.code).toBe('authentication_required');
  });

  test('with a failed step-up saves nothing', async () => {
    const { customer, intent } = await setUp('pm_card_threeDSecure2Required');
    expect((await returnOf(answer(pageOf(intent), 'fail'))).get('redirect_status')).toBe('failed');
    expect(await t.stripe.setupIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      last_setup_error: { code: 'setup_intent_authentication_failure' },
    });
    expect((await t.stripe.paymentMethods.list({ customer })).data).toEqual([]);
  });

  test('that the issuer declines is refused with the intent', async () => {
    const error = await refusal(setUp('pm_card_visa_chargeDeclined'));
    expect(error).toMatchObject({ statusCode: 402, code: 'card_declined' });
    const intent = await t.stripe.setupIntents.retrieve(error.setup_intent?.id ?? '');
    expect(intent).toMatchObject({
      status: 'requires_payment_method',
      last_setup_error: { code: 'card_declined' },
    });
  });

  test('can be given up', async () => {
    const { intent } = await setUp('pm_card_threeDSecure2Required');
    const ended = await t.stripe.setupIntents.cancel(intent.id, { cancellation_reason: 'abandoned' });
    expect(ended).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned', next_action: null });
    expect((await answer(pageOf(intent), 'complete')).status).toBe(404);
  });
});
