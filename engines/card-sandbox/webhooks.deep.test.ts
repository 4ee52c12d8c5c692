import type Stripe from 'stripe';
import { beforeEach, describe, expect, test } from 'vitest';
import { DAY, idOf, pay, refusal, startTestSandbox, WEBHOOK_SECRET } from '#server/testing/sandbox.ts';

const t = startTestSandbox();

beforeEach(async () => {
  t.sandbox.webhooks.clear();
  t.sandbox.webhooks.pause();
  await t.sandbox.webhooks.deliverNow();
  t.endpoint.answers.length = 0;
  t.endpoint.received.length = 0;
});

async function typesOf(act: () => Promise<unknown>): Promise<string[]> {
  await act();
  await t.sandbox.webhooks.deliverNow();
  return t.endpoint.types();
}

const hold = () => pay(t.stripe, 'pm_card_visa', { capture_method: 'manual' });

describe('what happens is told', () => {
  test.each<[string, () => Promise<unknown>, string[]]>([
    [
      'a payment',
      () => pay(t.stripe, 'pm_card_visa'),
      ['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded'],
    ],
    [
      'a decline',
      () => refusal(pay(t.stripe, 'pm_card_visa_chargeDeclined')),
      ['payment_intent.created', 'charge.failed', 'payment_intent.payment_failed'],
    ],
    [
      'a step-up',
      () => pay(t.stripe, 'pm_card_threeDSecure2Required'),
      ['payment_intent.created', 'payment_intent.requires_action'],
    ],
    [
      'a hold',
      hold,
      ['payment_intent.created', 'charge.succeeded', 'payment_intent.amount_capturable_updated'],
    ],
    [
      'a customer with a saved card',
      async () => {
        const { id: customer } = await t.stripe.customers.create();
        const card = await t.stripe.paymentMethods.attach('pm_card_visa', { customer });
        await t.stripe.paymentMethods.detach(card.id);
      },
      ['customer.created', 'payment_method.attached', 'payment_method.detached'],
    ],
  ])('%s', async (_what, act, expected) => {
    expect(await typesOf(act)).toEqual(expected);
  });

  test('a capture, a release, a refund', async () => {
    const held = await hold();
    const other = await hold();
    await t.sandbox.webhooks.deliverNow();
    t.endpoint.received.length = 0;
    await t.stripe.paymentIntents.capture(held.id);
    await t.stripe.paymentIntents.cancel(other.id);
    await t.stripe.refunds.create({ payment_intent: held.id });
    await t.sandbox.webhooks.deliverNow();
    expect(t.endpoint.types()).toEqual([
      'charge.captured',
      'payment_intent.succeeded',
      'refund.created',
      'charge.refunded',
      'payment_intent.canceled',
      'refund.created',
      'charge.refunded',
    ]);
  });

  test('a failing refund, an expiring hold and a slow settlement, all by themselves', async () => {
    await t.advance(8 * DAY);
    const paid = await pay(t.stripe, 'pm_card_refundFail');
    await t.stripe.refunds.create({ payment_intent: paid.id });
    await hold();
    t.sandbox.faults.next({ operation: 'paymentIntents.create', kind: 'slow_settlement' });
    await pay(t.stripe, 'pm_card_visa');
    await t.sandbox.webhooks.deliverNow();
    expect(t.endpoint.types().at(-1)).toBe('payment_intent.processing');
    t.endpoint.received.length = 0;
    await t.advance(8 * DAY);
    await t.sandbox.webhooks.deliverNow();
    expect(t.endpoint.types().filter((type) => !type.startsWith('payout.'))).toEqual([
      'charge.succeeded',
      'payment_intent.succeeded',
      'refund.updated',
      'refund.failed',
      'charge.refund.updated',
      'charge.expired',
      'refund.created',
      'charge.refunded',
      'payment_intent.canceled',
    ]);
  });

  test('a dispute from opening to winning', async () => {
    const paid = await pay(t.stripe, 'pm_card_createDispute');
    await t.advance(3);
    const [dispute] = (await t.stripe.disputes.list({ payment_intent: paid.id })).data;
    await t.stripe.disputes.update(idOf(dispute), { evidence: { uncategorized_text: 'winning_evidence' } });
    await t.advance(3);
    await t.sandbox.webhooks.deliverNow();
    expect(t.endpoint.types().filter((type) => type.includes('dispute'))).toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.updated',
      'charge.dispute.funds_reinstated',
      'charge.dispute.closed',
    ]);
  });
});

describe('an event', () => {
  test('is signed so that the SDK takes it, and any change of a byte is refused', async () => {
    const intent = await pay(t.stripe, 'pm_card_visa');
    await t.sandbox.webhooks.deliverNow();
    const { body, signature } = t.endpoint.received.at(-1) ?? { body: '', signature: '' };
    const event = t.stripe.webhooks.constructEvent(body, signature, WEBHOOK_SECRET);
    expect(event).toMatchObject({
      object: 'event',
      type: 'payment_intent.succeeded',
      livemode: false,
      data: { object: { id: intent.id, status: 'succeeded' } },
    });
    expect(event.request?.id).toBe((intent as Stripe.Response<Stripe.PaymentIntent>).lastResponse.requestId);
    expect(() =>
      t.stripe.webhooks.constructEvent(body.replace('2000', '2001'), signature, WEBHOOK_SECRET),
    ).toThrow();
    expect(() => t.stripe.webhooks.constructEvent(body, signature, 'whsec_other')).toThrow();
  });

  test('is listed by delivery', async () => {
    await pay(t.stripe, 'pm_card_visa');
    const list = async (isDelivered: boolean) => {
      const { data } = await t.stripe.events.list({ delivery_success: isDelivered, limit: 3 });
      return data.map(({ type }) => type);
    };
    const types = ['payment_intent.succeeded', 'charge.succeeded', 'payment_intent.created'];
    expect(await list(false)).toEqual(types);
    await t.sandbox.webhooks.deliverNow();
    expect(await list(false)).toEqual([]);
    expect(await list(true)).toEqual(types);
  });

  test('of work that failed is not told', async () => {
    await refusal(pay(t.stripe, 'pm_nothing'));
    expect(await typesOf(async () => undefined)).toEqual([]);
  });
});

describe('delivery', () => {
  test('happens by itself and goes on until the endpoint takes it, waiting longer each time', async () => {
    t.endpoint.answers.push(500, 302);
    t.sandbox.webhooks.resume();
    await t.stripe.customers.create({ name: 'by itself' });
    await expect.poll(() => t.endpoint.received).toHaveLength(3);
    const [first, ...others] = t.endpoint.received;
    for (const other of others) expect(other.event.id).toBe(first?.event.id);
    const readEvent = () =>
      t.db
        .selectFrom('sandboxEvents')
        .select(['attempts', 'deliveredAt'])
        .where('id', '=', first?.event.id ?? '')
        .executeTakeFirstOrThrow();
    await expect.poll(readEvent).toMatchObject({ attempts: 3, deliveredAt: expect.any(String) });
  });

  test('is given up after three days of refusals, and the event stays listed as undelivered', async () => {
    // Earlier tests left money; its payouts are made and arrive first.
    for (const _ of [1, 2]) {
      await t.advance(8 * DAY);
      await t.sandbox.webhooks.deliverNow();
    }
    t.endpoint.received.length = 0;
    await t.stripe.customers.create({ name: 'dead endpoint' });
    t.endpoint.answers.push(500);
    expect(await t.sandbox.webhooks.deliverNow()).toBe(0);
    await t.advance(3.1 * DAY);
    t.endpoint.answers.push(500);
    expect(await t.sandbox.webhooks.deliverNow()).toBe(0);
    expect(await t.sandbox.webhooks.deliverNow()).toBe(0);
    expect(t.endpoint.received).toHaveLength(2);
    const [event] = (await t.stripe.events.list({ delivery_success: false })).data;
    expect(event?.id).toBe(t.endpoint.received[0]?.event.id);
  });

  test('of a refused event does not hold up the next ones', async () => {
    await t.stripe.customers.create();
    await t.stripe.customers.create();
    t.endpoint.answers.push(500);
    expect(await t.sandbox.webhooks.deliverNow()).toBe(1);
    expect(await t.sandbox.webhooks.deliverNow()).toBe(1);
    const [a, b, c] = t.endpoint.received.map(({ event }) => event.id);
    expect([a, b, c]).toEqual([a, b, a]);
    expect(a).not.toBe(b);
  });
});

describe('trouble on the way', () => {
  test('drops an event', async () => {
    t.sandbox.webhooks.next({ kind: 'drop' });
    const types = await typesOf(() => pay(t.stripe, 'pm_card_visa'));
    expect(types).toEqual(['charge.succeeded', 'payment_intent.succeeded']);
    expect(await t.sandbox.webhooks.deliverNow()).toBe(0);
    const lost = await t.stripe.events.list({ delivery_success: false, limit: 1 });
    expect(lost.data).toMatchObject([{ type: 'payment_intent.created' }]);
  });

  test('duplicates an event', async () => {
    t.sandbox.webhooks.next({ kind: 'duplicate' });
    const types = await typesOf(() => pay(t.stripe, 'pm_card_visa'));
    expect(types).toEqual([
      'payment_intent.created',
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
    ]);
  });

  test('delays an event', async () => {
    t.sandbox.webhooks.next({ kind: 'delay', seconds: 600 });
    await typesOf(() => pay(t.stripe, 'pm_card_visa'));
    expect(t.endpoint.types()).toEqual(['charge.succeeded', 'payment_intent.succeeded']);
    t.sandbox.webhooks.resume();
    await t.advance(700);
    await expect.poll(() => t.endpoint.types()).toContain('payment_intent.created');
  });

  test('turns the order round', async () => {
    t.sandbox.webhooks.reverse(true);
    const types = await typesOf(() => pay(t.stripe, 'pm_card_visa'));
    expect(types).toEqual(['payment_intent.succeeded', 'charge.succeeded', 'payment_intent.created']);
  });
});
