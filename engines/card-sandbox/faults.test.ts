import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { idOf, pay, refusal, startTestSandbox } from '#server/testing/sandbox.ts';

const t = startTestSandbox();
const params = {
  amount: 2000,
  currency: 'usd',
  allowed_payment_method_types: ['card' as const],
  payment_method: 'pm_card_visa',
  confirm: true,
};

afterEach(() => t.sandbox.faults.clear());

async function paymentsOf(order: string): Promise<number> {
  const all = await t.stripe.paymentIntents.list({ limit: 100 }).autoPagingToArray({ limit: 1000 });
  return all.filter(({ metadata }) => metadata.order === order).length;
}

describe('an error before the work', () => {
  test('leaves nothing behind, and the SDK retries it away', async () => {
    const order = randomUUID();
    t.sandbox.faults.next({ operation: 'paymentIntents.create', kind: 'api_error' });
    const client = t.client({ maxNetworkRetries: 0 });
    const error = await refusal(client.paymentIntents.create({ ...params, metadata: { order } }));
    expect(error).toMatchObject({ type: 'StripeAPIError', statusCode: 500 });
    expect(await paymentsOf(order)).toBe(0);
    t.sandbox.faults.next({ operation: 'paymentIntents.create', kind: 'api_error' });
    expect((await t.stripe.paymentIntents.create({ ...params, metadata: { order } })).status).toBe(
      'succeeded',
    );
    expect(await paymentsOf(order)).toBe(1);
  });

  test.each([
    ['rate_limit', 429, 'StripeRateLimitError'],
    ['conflict', 409, 'StripeAPIError'],
    ['decline', 402, 'StripeCardError'],
  ] as const)('%s answers %i', async (kind, statusCode, type) => {
    t.sandbox.faults.next({ operation: 'paymentIntents.capture', kind });
    const held = await pay(t.stripe, 'pm_card_visa', { capture_method: 'manual' });
    const client = t.client({ maxNetworkRetries: 0 });
    expect(await refusal(client.paymentIntents.capture(held.id))).toMatchObject({ statusCode, type });
    expect((await t.stripe.paymentIntents.retrieve(held.id)).status).toBe('requires_capture');
    expect((await client.paymentIntents.capture(held.id)).status).toBe('succeeded');
  });

  test('meets so many calls as asked, of the operation asked', async () => {
    t.sandbox.faults.next({ operation: 'customers.create', kind: 'rate_limit', times: 2 });
    expect((await t.stripe.customers.list()).object).toBe('list');
    await refusal(t.stripe.customers.create());
    await refusal(t.stripe.customers.create());
    expect((await t.stripe.customers.create()).object).toBe('customer');
  });
});

describe('an answer that is lost after the work', () => {
  test('as a 500 is found again by the same key', async () => {
    const order = randomUUID();
    const idempotencyKey = randomUUID();
    t.sandbox.faults.next({ operation: 'paymentIntents.create', kind: 'api_error', when: 'after' });
    const client = t.client({ maxNetworkRetries: 0 });
    const create = () => client.paymentIntents.create({ ...params, metadata: { order } }, { idempotencyKey });
    await refusal(create());
    expect(await paymentsOf(order)).toBe(1);
    const found = await create();
    expect(found.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect(await paymentsOf(order)).toBe(1);
  });

  test.each(['reset', 'hang'] as const)(
    'by a %s is retried by the SDK without a second payment',
    async (kind) => {
      const order = randomUUID();
      t.sandbox.faults.next({ operation: 'paymentIntents.create', kind, when: 'after' });
      const client = t.client({ timeout: 1500, maxNetworkRetries: 2 });
      const paid = await client.paymentIntents.create({ ...params, metadata: { order } });
      expect(paid.lastResponse.headers['idempotent-replayed']).toBe('true');
      expect(await paymentsOf(order)).toBe(1);
    },
  );
});

describe('a connection that fails before the work', () => {
  test('by time-out is an error of the connection, and nothing was done', async () => {
    const order = randomUUID();
    // Each try of the SDK, however many it makes.
    t.sandbox.faults.next({ operation: 'paymentIntents.create', kind: 'hang', times: 5 });
    const client = t.client({ timeout: 300, maxNetworkRetries: 0 });
    const error = await refusal(client.paymentIntents.create({ ...params, metadata: { order } }));
    expect(error.type).toBe('StripeConnectionError');
    // A restart waits for calls that still run.
    await t.restart();
    expect(await paymentsOf(order)).toBe(0);
  });

  test('by a reset is tried once more by the SDK even without retries, with the same key', async () => {
    t.sandbox.faults.next({ operation: 'paymentIntents.create', kind: 'reset' });
    const client = t.client({ maxNetworkRetries: 0 });
    expect((await client.paymentIntents.create(params)).status).toBe('succeeded');
    t.sandbox.faults.next({ operation: 'paymentIntents.create', kind: 'reset', times: 2 });
    expect((await refusal(client.paymentIntents.create(params))).type).toBe('StripeConnectionError');
  });
});

test('a refund whose answer is lost is made once', async () => {
  const paid = await pay(t.stripe, 'pm_card_visa');
  t.sandbox.faults.next({ operation: 'refunds.create', kind: 'reset', when: 'after' });
  const refund = await t.stripe.refunds.create({ payment_intent: paid.id, amount: 500 });
  const listed = await t.stripe.refunds.list({ payment_intent: paid.id });
  expect(listed.data.map(({ id }) => id)).toEqual([refund.id]);
  expect((await t.stripe.charges.retrieve(idOf(paid.latest_charge))).amount_refunded).toBe(500);
});
