import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '#server/platform/config/config.ts';
import { createHttp } from '#server/platform/http/create-http.ts';
import { serveWeb } from '#server/platform/http/serve-web.ts';
import { createLog } from '#server/platform/operations/log.ts';
import { testDevices } from '#server/testing/devices.ts';
import { pay, startTestSandbox } from '#server/testing/sandbox.ts';

const t = startTestSandbox();
let site: FastifyInstance;

/** The shop's own HTTP application, as the browser meets it. */
beforeAll(async () => {
  site = await createHttp({
    config: readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent' }),
    log: createLog('silent'),
    version: 'test',
    consumeRateLimits: async () => ({ giveBack: async () => undefined }),
    findMailboxKey: async (email) => email,
    devices: testDevices(),
    authenticate: () => Promise.reject(new Error('nobody logs in here')),
    mountApi: (api) => {
      api.post('/echo', async (request) => ({ got: request.body }));
    },
  });
  await t.sandbox.mountBrowserPaths(site);
  await serveWeb(site, {
    secretPages: [],
    publicUrl: 'http://127.0.0.1',
    tagsOf: async () => undefined,
    readName: async () => 'Encore',
  });
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
const startStepUp = () =>
  pay(t.stripe, 'pm_card_threeDSecure2Required', {
    metadata: { order: 'for-the-shop-alone' },
    return_url: 'http://127.0.0.1:4000/back',
  });

describe('under the shop’s own origin', () => {
  test('a browser makes a card of typed numbers, which the server then uses', async () => {
    const made = await send('/sandbox/v1/payment_methods', { form: card });
    expect(made).toMatchObject({ status: 200, body: { object: 'payment_method', card: { last4: '4242' } } });
    expect((await pay(t.stripe, made.body.id)).status).toBe('succeeded');
  });

  test('no card number is stored', async () => {
    await send('/sandbox/v1/payment_methods', { form: card });
    const rows = await t.db.selectFrom('sandboxObjects').select(['body', 'hidden']).execute();
    expect(JSON.stringify(rows)).not.toMatch(/\d{14,19}/);
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

  test('whoever holds the client secret reads that one intent and no more of it than needed', async () => {
    const intent = await startStepUp();
    const path = `/sandbox/v1/payment_intents/${intent.id}`;
    const form = { client_secret: intent.client_secret ?? '' };
    const seen = await send(path, { method: 'GET', form });
    expect(seen.body).toMatchObject({ id: intent.id, status: 'requires_action', amount: 2000 });
    expect(JSON.stringify(seen.body)).not.toContain('for-the-shop-alone');
    for (const field of ['metadata', 'customer', 'latest_charge']) {
      expect(seen.body).not.toHaveProperty(field);
    }
    const wrong = { client_secret: `${intent.id}_secret_wrong` };
    expect((await send(path, { method: 'GET', form: wrong })).status).toBe(404);
    expect((await send(path, { method: 'GET' })).status).toBe(400);
  });

  test('the buyer authenticates on the bank’s page', async () => {
    const intent = await startStepUp();
    const { pathname } = new URL(intent.next_action?.redirect_to_url?.url ?? '');
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
    expect((await t.stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded');
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
    expect((await t.stripe.customers.create({}, options)).object).toBe('customer');
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
