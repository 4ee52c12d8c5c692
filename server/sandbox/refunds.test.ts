import type Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { idOf, pay, refusal, SECONDS, startTestSandbox } from '#server/testing/sandbox.ts';

const t = startTestSandbox();
const paid = (method = 'pm_card_visa') => pay(t.stripe, method, { capture_method: 'automatic' });
const chargeOf = (intent: Stripe.PaymentIntent) => t.stripe.charges.retrieve(idOf(intent.latest_charge));

async function linesSince(start: number): Promise<Stripe.BalanceTransaction[]> {
  return t.stripe.balanceTransactions
    .list({ created: { gte: start }, limit: 100 })
    .autoPagingToArray({ limit: 1000 });
}

describe('a refund', () => {
  test('of all gives all back and is booked', async () => {
    const intent = await paid();
    const refund = await t.stripe.refunds.create({
      payment_intent: intent.id,
      reason: 'requested_by_customer',
      metadata: { line: '3' },
      expand: ['balance_transaction', 'charge'],
    });
    expect(refund).toMatchObject({
      object: 'refund',
      amount: 2000,
      status: 'succeeded',
      reason: 'requested_by_customer',
      metadata: { line: '3' },
      balance_transaction: { type: 'refund', amount: -2000, fee: 0, net: -2000, source: refund.id },
      charge: { refunded: true, amount_refunded: 2000 },
    });
    expect((await t.stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded');
    const again = await refusal(t.stripe.refunds.create({ payment_intent: intent.id }));
    expect(again).toMatchObject({ statusCode: 400, code: 'charge_already_refunded' });
  });

  test('in parts never sums to more than the payment', async () => {
    const intent = await paid();
    const charge = idOf(intent.latest_charge);
    await t.stripe.refunds.create({ charge, amount: 700 });
    expect(await chargeOf(intent)).toMatchObject({ amount_refunded: 700, refunded: false });
    const over = await refusal(t.stripe.refunds.create({ charge, amount: 1301 }));
    expect(over).toMatchObject({ statusCode: 400, param: 'amount' });
    expect(over.message).toBe('Refund amount ($13.01) is greater than unrefunded amount on charge ($13.00)');
    await t.stripe.refunds.create({ charge });
    expect(await chargeOf(intent)).toMatchObject({ amount_refunded: 2000, refunded: true });
    const listed = await t.stripe.refunds.list({ charge });
    expect(listed.data.map(({ amount }) => amount)).toEqual([1300, 700]);
  });

  test('by many callers at once stops at the amount paid', async () => {
    const intent = await paid();
    const client = t.client({ maxNetworkRetries: 0 });
    const tries = Array.from({ length: 10 }, () =>
      client.refunds.create({ payment_intent: intent.id, amount: 300 }),
    );
    const results = await Promise.allSettled(tries);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(6);
    expect((await chargeOf(intent)).amount_refunded).toBe(1800);
  });

  test('of a hold, of nothing or of both names is refused', async () => {
    const held = await pay(t.stripe, 'pm_card_visa', { capture_method: 'manual' });
    const refund = (params: Stripe.RefundCreateParams) => refusal(t.stripe.refunds.create(params));
    expect((await refund({ payment_intent: held.id })).code).toBe('payment_intent_unexpected_state');
    expect((await refund({ charge: idOf(held.latest_charge) })).code).toBe('charge_not_refundable');
    expect((await refund({})).statusCode).toBe(400);
    expect((await refund({ payment_intent: 'pi_nothing' })).statusCode).toBe(404);
    expect((await t.stripe.paymentIntents.retrieve(held.id)).status).toBe('requires_capture');
  });

  test('that fails later comes back into the books', async () => {
    const intent = await paid('pm_card_refundFail');
    const refund = await t.stripe.refunds.create({ payment_intent: intent.id, amount: 500 });
    expect(refund.status).toBe('succeeded');
    await t.sandbox.advance(6 * SECONDS);
    const failed = await t.stripe.refunds.retrieve(refund.id, { expand: ['failure_balance_transaction'] });
    expect(failed).toMatchObject({
      status: 'failed',
      failure_reason: 'expired_or_canceled_card',
      failure_balance_transaction: { type: 'refund_failure', amount: 500 },
    });
    expect(await chargeOf(intent)).toMatchObject({ amount_refunded: 0, refunded: false });
  });

  test('that is pending arrives later', async () => {
    const intent = await paid('pm_card_pendingRefund');
    const refund = await t.stripe.refunds.create({ payment_intent: intent.id });
    expect(refund.status).toBe('pending');
    await t.sandbox.advance(6 * SECONDS);
    expect((await t.stripe.refunds.retrieve(refund.id)).status).toBe('succeeded');
    expect(await chargeOf(intent)).toMatchObject({ amount_refunded: 2000, refunded: true });
  });
});

describe('a dispute', () => {
  const disputed = async (method: string) => {
    const intent = await paid(method);
    expect((await t.stripe.disputes.list({ payment_intent: intent.id })).data).toEqual([]);
    await t.sandbox.advance(3 * SECONDS);
    const [dispute] = (await t.stripe.disputes.list({ payment_intent: intent.id })).data;
    if (!dispute) throw new Error('no dispute was opened');
    return { intent, dispute };
  };
  const submit = async (id: string, words: string) => {
    const answered = await t.stripe.disputes.update(id, { evidence: { uncategorized_text: words } });
    await t.sandbox.advance(3 * SECONDS);
    return { answered, after: await t.stripe.disputes.retrieve(id) };
  };

  test.each([
    ['pm_card_createDispute', 'fraudulent'],
    ['pm_card_createDisputeProductNotReceived', 'product_not_received'],
  ])('of %s takes the money and a fee: %s', async (method, reason) => {
    const { intent, dispute } = await disputed(method);
    expect(dispute).toMatchObject({
      status: 'needs_response',
      reason,
      amount: 2000,
      is_charge_refundable: false,
      balance_transactions: [{ type: 'adjustment', amount: -2000, fee: 1500, net: -3500 }],
    });
    expect((await chargeOf(intent)).disputed).toBe(true);
    const refund = await refusal(t.stripe.refunds.create({ payment_intent: intent.id }));
    expect(refund.code).toBe('charge_disputed');
  });

  test('won by winning evidence gives money and fee back', async () => {
    const { dispute } = await disputed('pm_card_createDispute');
    const { answered, after } = await submit(dispute.id, 'winning_evidence');
    expect(answered).toMatchObject({ status: 'under_review', evidence_details: { submission_count: 1 } });
    expect(after.status).toBe('won');
    expect(after.balance_transactions.map(({ net }) => net)).toEqual([-3500, 3500]);
    expect((await refusal(submit(dispute.id, 'losing_evidence'))).statusCode).toBe(400);
  });

  test('lost by losing evidence, or by giving in, gives nothing back', async () => {
    const lost = await disputed('pm_card_createDispute');
    expect((await submit(lost.dispute.id, 'losing_evidence')).after).toMatchObject({
      status: 'lost',
      balance_transactions: [{ net: -3500 }],
    });
    const conceded = await disputed('pm_card_createDispute');
    expect((await t.stripe.disputes.close(conceded.dispute.id)).status).toBe('lost');
    expect((await refusal(t.stripe.disputes.close(conceded.dispute.id))).statusCode).toBe(400);
  });

  test('kept back or unclear evidence decides nothing', async () => {
    const { dispute } = await disputed('pm_card_createDispute');
    const saved = await t.stripe.disputes.update(dispute.id, {
      evidence: { uncategorized_text: 'winning_evidence' },
      submit: false,
    });
    expect(saved).toMatchObject({ status: 'needs_response', evidence_details: { has_evidence: true } });
    expect((await submit(dispute.id, 'please')).after.status).toBe('under_review');
  });

  test('that only asks moves no money until it is escalated', async () => {
    const { intent, dispute } = await disputed('pm_card_createDisputeInquiry');
    expect(dispute).toMatchObject({ status: 'warning_needs_response', balance_transactions: [] });
    const { after } = await submit(dispute.id, 'escalate_inquiry_evidence');
    expect(after).toMatchObject({ status: 'needs_response', balance_transactions: [{ amount: -2000 }] });
    const asked = await disputed('pm_card_createDisputeInquiry');
    expect((await submit(asked.dispute.id, 'winning_evidence')).after.status).toBe('warning_closed');
    await t.stripe.refunds.create({ payment_intent: asked.intent.id });
    expect((await chargeOf(intent)).amount_refunded).toBe(0);
  });
});

test('the books equal charges less refunds less disputes, whatever happened', async () => {
  await t.sandbox.advance(1);
  const start = (await t.stripe.customers.create()).created;
  const methods = ['pm_card_visa', 'pm_card_refundFail', 'pm_card_createDispute', 'pm_card_pendingRefund'];
  for (const [index, method] of [...methods, ...methods].entries()) {
    const intent = await pay(t.stripe, method, {
      amount: 1000 + index * 37,
      ...(index % 2 ? { capture_method: 'manual' } : {}),
    });
    if (index % 2) await t.stripe.paymentIntents.capture(intent.id, { amount_to_capture: 900 });
    if (method !== 'pm_card_createDispute')
      await t.stripe.refunds.create({ payment_intent: intent.id, amount: 300 });
  }
  await pay(t.stripe, 'pm_card_visa', { capture_method: 'manual' });
  await refusal(pay(t.stripe, 'pm_card_visa_chargeDeclined'));
  await t.sandbox.advance(10 * SECONDS);
  const disputes = (await t.stripe.disputes.list({ created: { gte: start }, limit: 100 })).data;
  expect(disputes).toHaveLength(2);
  await t.stripe.disputes.update(disputes[0]?.id ?? '', {
    evidence: { uncategorized_text: 'winning_evidence' },
  });
  await t.sandbox.advance(3 * SECONDS);

  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
  const lines = await linesSince(start);
  const charges = (await t.stripe.charges.list({ created: { gte: start }, limit: 100 })).data;
  const refunds = (await t.stripe.refunds.list({ created: { gte: start }, limit: 100 })).data;
  const decided = (await t.stripe.disputes.list({ created: { gte: start }, limit: 100 })).data;
  const captured = sum(charges.map((charge) => charge.amount_captured));
  const moneyBack = refunds.filter((refund) => refund.balance_transaction && refund.status !== 'failed');
  const lost = decided.filter((dispute) => dispute.status !== 'won');
  const expected =
    captured - sum(moneyBack.map(({ amount }) => amount)) - sum(lost.map(({ amount }) => amount));
  expect(lines.length).toBeGreaterThan(15);
  expect(sum(lines.map(({ amount }) => amount))).toBe(expected);
  for (const line of lines) expect(line.net).toBe(line.amount - line.fee);
  const byType = await t.stripe.balanceTransactions.list({ type: 'adjustment', created: { gte: start } });
  expect(byType.data.map(({ amount }) => Math.sign(amount)).sort()).toEqual([-1, -1, 1]);
});
