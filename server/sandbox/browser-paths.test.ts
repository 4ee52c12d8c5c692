import type { FastifyInstance } from 'fastify';
import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '#server/platform/config.ts';
import { createHttp } from '#server/platform/http/create-http.ts';
import { serveWeb } from '#server/platform/http/serve-web.ts';
import { createLog } from '#server/platform/log.ts';
import { pay, startTestSandbox } from '#server/testing/sandbox.ts';
import { mountSandboxBrowserPaths } from './create-sandbox.ts';

const t = startTestSandbox();
let site: FastifyInstance;

/** The shop's own HTTP application, as the browser meets it. */
beforeAll(async () => {
  site = await createHttp({
    config: readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent' }),
    log: createLog('silent'),
    version: 'test',
    authenticate: () => Promise.reject(new Error('nobody logs in here')),
    mountApi: (api) => {
      api.post('/echo', async (request) => ({ got: request.body }));
    },
  });
  await mountSandboxBrowserPaths(site, t.sandbox);
  await serveWeb(site, { secretPages: [], readName: async () => 'Encore' });
  await site.ready();
});
afterAll(() => site.close());

type Sent = {
  method?: 'GET' | 'POST';
  form?: Record<string, string>;
  key?: string;
  headers?: Record<string, string>;
};

async function send(path: string, { method = 'POST', form = {}, key = 'pk_test_encore', headers }: Sent) {
  const text = new URLSearchParams(form).toString();
  const response = await site.inject({
    method,
    url: method === 'GET' && text ? `${path}?${text}` : path,
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    ...(method === 'POST' ? { payload: text } : {}),
  });
  return { status: response.statusCode, body: response.json(), headers: response.headers };
}

const card = {
  type: 'card',
  'card[number]': '4242424242424242',
  'card[exp_month]': '12',
  'card[exp_year]': '2040',
  'card[cvc]': '123',
};
const openIntent = () =>
  t.stripe.paymentIntents.create({
    amount: 2000,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    metadata: { order: 'for-the-shop-alone' },
  });

describe('under the shop’s own origin', () => {
  test('a browser makes a card of typed numbers, which the server then uses', async () => {
    const made = await send('/sandbox/v1/payment_methods', { form: card });
    expect(made).toMatchObject({ status: 200, body: { object: 'payment_method', card: { last4: '4242' } } });
    expect((await pay(t.stripe, made.body.id)).status).toBe('succeeded');
  });

  test('a browser makes a token', async () => {
    const { type: _type, ...fields } = card;
    const made = await send('/sandbox/v1/tokens', { form: fields });
    expect(made.body).toMatchObject({ object: 'token', type: 'card' });
    const method = await t.stripe.paymentMethods.create({ type: 'card', card: { token: made.body.id } });
    expect(method.card?.last4).toBe('4242');
  });

  test('the publishable key may come in the form, as the provider’s own script sends it', async () => {
    const response = await site.inject({
      method: 'POST',
      url: '/sandbox/v1/payment_methods',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ ...card, key: 'pk_test_encore' }).toString(),
    });
    expect(response.statusCode).toBe(200);
  });

  test('a wrong number is refused in the provider’s words', async () => {
    const refused = await send('/sandbox/v1/payment_methods', {
      form: { ...card, 'card[number]': '4242424242424241' },
    });
    expect(refused).toMatchObject({
      status: 402,
      body: { error: { type: 'card_error', code: 'incorrect_number', param: 'number' } },
    });
    expect(refused.headers['request-id']).toMatch(/^req_/);
  });

  test('whoever holds the client secret confirms that one intent and sees no more of it than needed', async () => {
    const intent = await openIntent();
    const path = `/sandbox/v1/payment_intents/${intent.id}`;
    const form = { client_secret: intent.client_secret ?? '' };
    const seen = await send(path, { method: 'GET', form });
    expect(seen.body).toMatchObject({ id: intent.id, status: 'requires_payment_method', amount: 2000 });
    const paid = await send(`${path}/confirm`, { form: { ...form, payment_method: 'pm_card_visa' } });
    expect(paid.body).toMatchObject({ status: 'succeeded' });
    for (const answer of [seen, paid]) {
      expect(answer.body).not.toHaveProperty('metadata');
      expect(answer.body).not.toHaveProperty('customer');
      expect(answer.body).not.toHaveProperty('latest_charge');
    }
    expect((await t.stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded');
  });

  test('a decline tells no more either', async () => {
    const intent = await openIntent();
    const declined = await send(`/sandbox/v1/payment_intents/${intent.id}/confirm`, {
      form: { client_secret: intent.client_secret ?? '', payment_method: 'pm_card_visa_chargeDeclined' },
    });
    expect(declined).toMatchObject({
      status: 402,
      body: { error: { code: 'card_declined', payment_intent: { id: intent.id } } },
    });
    expect(JSON.stringify(declined.body)).not.toContain('for-the-shop-alone');
    expect(declined.body.error.payment_intent).not.toHaveProperty('metadata');
    expect((await t.stripe.paymentIntents.retrieve(intent.id)).last_payment_error?.code).toBe(
      'card_declined',
    );
  });

  test('a wrong client secret finds nothing and changes nothing', async () => {
    const intent = await openIntent();
    const path = `/sandbox/v1/payment_intents/${intent.id}`;
    const form = { client_secret: `${intent.id}_secret_wrong` };
    expect(await send(path, { method: 'GET', form })).toMatchObject({ status: 404 });
    expect(
      (await send(`${path}/confirm`, { form: { ...form, payment_method: 'pm_card_visa' } })).status,
    ).toBe(404);
    expect((await send(path, { method: 'GET' })).status).toBe(400);
    expect((await t.stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_payment_method');
  });

  test('a browser cannot claim to be off session or skip the buyer’s step-up', async () => {
    const intent = await openIntent();
    const form = {
      client_secret: intent.client_secret ?? '',
      payment_method: 'pm_card_visa',
      off_session: 'true',
    };
    const refused = await send(`/sandbox/v1/payment_intents/${intent.id}/confirm`, { form });
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { code: 'parameter_unknown', param: 'off_session' } },
    });
  });

  test('a card is saved with a setup intent, step-up included', async () => {
    const customer = (await t.stripe.customers.create()).id;
    const intent = await t.stripe.setupIntents.create({ customer });
    const form = { client_secret: intent.client_secret ?? '', return_url: 'http://127.0.0.1:4000/back' };
    const path = `/sandbox/v1/setup_intents/${intent.id}`;
    const asked = await send(`${path}/confirm`, {
      form: { ...form, payment_method: 'pm_card_threeDSecure2Required' },
    });
    expect(asked.body).toMatchObject({ status: 'requires_action' });
    expect(asked.body).not.toHaveProperty('customer');
    const { pathname } = new URL(asked.body.next_action.redirect_to_url.url);
    const page = await site.inject({ method: 'GET', url: `/sandbox${pathname}` });
    expect(page.body).toContain('Complete authentication');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    const done = await site.inject({
      method: 'POST',
      url: `/sandbox${pathname}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'outcome=complete',
    });
    expect(done.statusCode).toBe(303);
    expect(done.headers.location).toContain('redirect_status=succeeded');
    expect((await t.stripe.paymentMethods.list({ customer })).data).toHaveLength(1);
  });

  test.each([
    ['GET', '/sandbox/v1/customers'],
    ['GET', '/sandbox/v1/charges'],
    ['POST', '/sandbox/v1/refunds'],
    ['POST', '/sandbox/v1/payment_intents'],
    ['GET', '/sandbox/v1/events'],
  ] as const)('%s %s is not there, whatever the key', async (method, path) => {
    for (const key of ['sk_test_encore', 'pk_test_encore']) {
      const response = await site.inject({ method, url: path, headers: { authorization: `Bearer ${key}` } });
      expect(response.body).not.toContain('"object"');
    }
  });

  test('a secret key opens nothing there', async () => {
    expect((await send('/sandbox/v1/payment_methods', { form: card, key: 'sk_test_encore' })).status).toBe(
      401,
    );
  });

  test('a browser’s idempotency key is its own affair: it cannot spoil the server’s', async () => {
    const headers = { 'idempotency-key': 'pay_order_1' };
    await send('/sandbox/v1/payment_methods', { form: card, headers });
    const options = { idempotencyKey: 'pay_order_1' };
    const intent = await t.stripe.paymentIntents.create({ amount: 2000, currency: 'usd' }, options);
    expect(intent.object).toBe('payment_intent');
  });

  test('the shop’s own calls keep reading JSON and nothing else', async () => {
    const json = await site.inject({ method: 'POST', url: '/api/echo', payload: { a: 1 } });
    expect(json.json()).toEqual({ got: { a: 1 } });
    const form = await site.inject({
      method: 'POST',
      url: '/api/echo',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'a=1',
    });
    expect(form.statusCode).toBe(415);
  });
});

test('a publishable key opens only the browser’s calls on the sandbox itself', async () => {
  const refused = await fetch(`${t.sandbox.url}/v1/refunds`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_test_encore' },
  });
  const { error } = (await refused.json()) as { error: Stripe.errors.StripeError };
  expect([refused.status, error.code]).toEqual([401, 'secret_key_required']);
});
