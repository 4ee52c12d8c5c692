import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { DAY, idOf, pay, refusal, startTestSandbox } from '#server/testing/sandbox.ts';

const t = startTestSandbox();
const params = {
  amount: 2000,
  currency: 'usd',
  allowed_payment_method_types: ['card' as const],
  payment_method: 'pm_card_visa',
  confirm: true,
};

async function chargesOf(intentId: string | undefined) {
  const { data } = await t.stripe.charges.list({ limit: 100 });
  return data.filter((charge) => charge.payment_intent === intentId);
}

describe('an idempotency key', () => {
  test('answers a repeated call with the first answer, byte for byte, and does nothing again', async () => {
    const idempotencyKey = randomUUID();
    const first = await t.stripe.paymentIntents.create(params, { idempotencyKey });
    await t.stripe.refunds.create({ payment_intent: first.id });
    const second = await t.stripe.paymentIntents.create(params, { idempotencyKey });
    expect(JSON.stringify(second)).toBe(JSON.stringify(first));
    expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined();
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect(await chargesOf(first.id)).toHaveLength(1);
  });

  test('with other parameters, or for another call, is refused', async () => {
    const idempotencyKey = randomUUID();
    const { id } = await t.stripe.paymentIntents.create(params, { idempotencyKey });
    const other = await refusal(
      t.stripe.paymentIntents.create({ ...params, amount: 2001 }, { idempotencyKey }),
    );
    expect(other).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
    const elsewhere = await refusal(t.stripe.refunds.create({ payment_intent: id }, { idempotencyKey }));
    expect(elsewhere.type).toBe('StripeIdempotencyError');
    expect((await t.stripe.refunds.list({ payment_intent: id })).data).toEqual([]);
  });

  test('does not mind the order of parameters', async () => {
    const idempotencyKey = randomUUID();
    const first = await t.stripe.paymentIntents.create(params, { idempotencyKey });
    const { amount, ...rest } = params;
    const second = await t.stripe.paymentIntents.create({ ...rest, amount }, { idempotencyKey });
    expect(second.id).toBe(first.id);
  });

  test('used by twenty calls at once makes one payment, which all of them get', async () => {
    const idempotencyKey = randomUUID();
    const client = t.client({ maxNetworkRetries: 5 });
    const calls = Array.from({ length: 20 }, () => client.paymentIntents.create(params, { idempotencyKey }));
    const ids = new Set((await Promise.all(calls)).map(({ id }) => id));
    expect(ids.size).toBe(1);
    expect(await chargesOf([...ids][0])).toHaveLength(1);
  });

  test('in use is 409 to whoever does not retry', async () => {
    const idempotencyKey = randomUUID();
    const client = t.client({ maxNetworkRetries: 0 });
    const calls = Array.from({ length: 20 }, () => client.paymentIntents.create(params, { idempotencyKey }));
    const results = await Promise.allSettled(calls);
    const paid = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.id] : []));
    expect(new Set(paid).size).toBe(1);
    for (const result of results) {
      if (result.status === 'fulfilled') continue;
      expect(result.reason).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' });
    }
  });

  test('remembers a decline as it remembers a success', async () => {
    const idempotencyKey = randomUUID();
    const declined = { ...params, payment_method: 'pm_card_visa_chargeDeclined' };
    const first = await refusal(t.stripe.paymentIntents.create(declined, { idempotencyKey }));
    const second = await refusal(t.stripe.paymentIntents.create(declined, { idempotencyKey }));
    expect(second).toMatchObject({ statusCode: 402, code: 'card_declined', decline_code: 'generic_decline' });
    expect(second.payment_intent?.id).toBe(first.payment_intent?.id);
    expect(second.headers?.['idempotent-replayed']).toBe('true');
    expect(await chargesOf(idOf(first.payment_intent))).toHaveLength(1);
  });

  test('remembers a refusal by state, but not one of a malformed call', async () => {
    const { id } = await pay(t.stripe, 'pm_card_visa');
    const idempotencyKey = randomUUID();
    const capture = () => refusal(t.stripe.paymentIntents.capture(id, {}, { idempotencyKey }));
    await capture();
    expect((await capture()).headers?.['idempotent-replayed']).toBe('true');
    const other = randomUUID();
    const tooSmall = t.stripe.paymentIntents.create({ ...params, amount: 1 }, { idempotencyKey: other });
    expect((await refusal(tooSmall)).code).toBe('amount_too_small');
    expect((await t.stripe.paymentIntents.create(params, { idempotencyKey: other })).status).toBe(
      'succeeded',
    );
  });

  test('survives a restart and is forgotten after 24 hours', async () => {
    const idempotencyKey = randomUUID();
    const first = await t.stripe.paymentIntents.create(params, { idempotencyKey });
    await t.restart();
    const create = () => t.stripe.paymentIntents.create(params, { idempotencyKey });
    expect((await create()).id).toBe(first.id);
    await t.advance(0.99 * DAY);
    expect((await create()).id).toBe(first.id);
    await t.advance(0.02 * DAY);
    expect((await create()).id).not.toBe(first.id);
  });
});
