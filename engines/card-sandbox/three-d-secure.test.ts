import type Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { pay, startTestSandbox } from '#server/testing/sandbox.ts';

const t = startTestSandbox();
const RETURN_URL = 'https://shop.example/back?order=7';

function pageOf(intent: Stripe.PaymentIntent): string {
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

const stepUp = (params: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  pay(t.stripe, 'pm_card_threeDSecure2Required', { return_url: RETURN_URL, ...params });

describe('the step-up page of a payment', () => {
  test('shows shop, amount and card with two buttons', async () => {
    const response = await fetch(pageOf(await stepUp()));
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
    const intent = await stepUp();
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
      latest_charge: { captured: true },
    });
  });

  test('completed for a hold leaves it to be captured', async () => {
    const intent = await stepUp({ capture_method: 'manual' });
    expect((await returnOf(answer(pageOf(intent), 'complete'))).get('redirect_status')).toBe('succeeded');
    expect((await t.stripe.paymentIntents.capture(intent.id)).status).toBe('succeeded');
  });

  test('failed takes nothing, says why and leaves the intent open', async () => {
    const intent = await stepUp();
    expect((await returnOf(answer(pageOf(intent), 'fail'))).get('redirect_status')).toBe('failed');
    const open = await t.stripe.paymentIntents.retrieve(intent.id);
    expect(open).toMatchObject({
      status: 'requires_payment_method',
      latest_charge: null,
      payment_method: null,
      last_payment_error: { code: 'payment_intent_authentication_failure', payment_method: { type: 'card' } },
    });
  });

  test('answered by ten clicks at once is answered once', async () => {
    const intent = await stepUp();
    const clicks = await Promise.all(Array.from({ length: 10 }, () => answer(pageOf(intent), 'complete')));
    expect(clicks.map(({ status }) => status).sort()).toEqual([303, ...Array(9).fill(404)]);
    const charges = (await t.stripe.charges.list({ limit: 100 })).data;
    expect(charges.filter((charge) => charge.payment_intent === intent.id)).toHaveLength(1);
  });

  test('of a canceled payment is closed', async () => {
    const intent = await stepUp();
    await t.stripe.paymentIntents.cancel(intent.id);
    expect((await answer(pageOf(intent), 'complete')).status).toBe(404);
    expect((await fetch(pageOf(intent))).status).toBe(404);
    expect((await t.stripe.paymentIntents.retrieve(intent.id)).status).toBe('canceled');
  });

  test('in a frame of the shop tells the page around it instead of redirecting', async () => {
    const intent = await stepUp();
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
});
