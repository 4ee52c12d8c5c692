import type Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { DAY, idOf, pay, refusal, startTestSandbox } from '#server/testing/sandbox.ts';

const t = startTestSandbox();
const paid = (method = 'pm_card_visa') => pay(t.stripe, method);
const chargeOf = (intent: Stripe.PaymentIntent) => t.stripe.charges.retrieve(idOf(intent.latest_charge));

async function linesSince(start: number): Promise<Stripe.BalanceTransaction[]> {
  return t.stripe.balanceTransactions
    .list({ created: { gte: start }, limit: 100 })
    .autoPagingToArray({ limit: 1000 });
}

describe('a refund', () => {
  test('of all gives all back and is booked', async () => {
    const intent = await paid();
    const refund = await t.stripe.refunds.create({ payment_intent: intent.id, metadata: { line: '3' } });
    expect(refund).toMatchObject({
      object: 'refund',
      amount: 2000,
      status: 'succeeded',
      metadata: { line: '3' },
    });
    const lines = await linesSince(refund.created);
    expect(lines.find(({ id }) => id === refund.balance_transaction)).toMatchObject({
      type: 'refund',
      amount: -2000,
      fee: 0,
      net: -2000,
      source: refund.id,
    });
    expect(await chargeOf(intent)).toMatchObject({ refunded: true, amount_refunded: 2000 });
    expect((await t.stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded');
    const again = await refusal(t.stripe.refunds.create({ payment_intent: intent.id }));
    expect(again).toMatchObject({ statusCode: 400, code: 'charge_already_refunded' });
  });

  test('in parts never sums to more than the payment', async () => {
    const intent = await paid();
    const { id: payment_intent } = intent;
    await t.stripe.refunds.create({ payment_intent, amount: 700 });
    expect(await chargeOf(intent)).toMatchObject({ amount_refunded: 700, refunded: false });
    const over = await refusal(t.stripe.refunds.create({ payment_intent, amount: 1301 }));
    expect(over).toMatchObject({ statusCode: 400, param: 'amount' });
    expect(over.message).toBe('Refund amount ($13.01) is greater than unrefunded amount on charge ($13.00)');
    await t.stripe.refunds.create({ payment_intent });
    expect(await chargeOf(intent)).toMatchObject({ amount_refunded: 2000, refunded: true });
    const listed = await t.stripe.refunds.list({ payment_intent });
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

  test('of a hold or of nothing is refused', async () => {
    const held = await pay(t.stripe, 'pm_card_visa', { capture_method: 'manual' });
    const refund = (params: Stripe.RefundCreateParams) => refusal(t.stripe.refunds.create(params));
    expect((await refund({ payment_intent: held.id })).code).toBe('payment_intent_unexpected_state');
    expect((await refund({})).statusCode).toBe(400);
    expect((await refund({ payment_intent: 'pi_nothing' })).statusCode).toBe(404);
    expect((await t.stripe.paymentIntents.retrieve(held.id)).status).toBe('requires_capture');
  });

  test('that fails later comes back into the books', async () => {
    const intent = await paid('pm_card_refundFail');
    const refund = await t.stripe.refunds.create({ payment_intent: intent.id, amount: 500 });
    expect(refund.status).toBe('succeeded');
    await t.advance(6);
    const failed = await t.stripe.refunds.retrieve(refund.id);
    expect(failed).toMatchObject({ status: 'failed', failure_reason: 'expired_or_canceled_card' });
    const lines = await linesSince(refund.created);
    expect(lines.find(({ id }) => id === failed.failure_balance_transaction)).toMatchObject({
      type: 'refund_failure',
      amount: 500,
    });
    expect(await chargeOf(intent)).toMatchObject({ amount_refunded: 0, refunded: false });
  });

  test('that is pending arrives later', async () => {
    const intent = await paid('pm_card_pendingRefund');
    const refund = await t.stripe.refunds.create({ payment_intent: intent.id });
    expect(refund.status).toBe('pending');
    await t.advance(6);
    expect((await t.stripe.refunds.retrieve(refund.id)).status).toBe('succeeded');
    expect(await chargeOf(intent)).toMatchObject({ amount_refunded: 2000, refunded: true });
  });
});

describe('a dispute', () => {
  const disputed = async (method: string) => {
    const intent = await paid(method);
    expect((await t.stripe.disputes.list({ payment_intent: intent.id })).data).toEqual([]);
    await t.advance(3);
    const [dispute] = (await t.stripe.disputes.list({ payment_intent: intent.id })).data;
    if (!dispute) throw new Error('no dispute was opened');
    return { intent, dispute };
  };
  const submit = async (id: string, words: string) => {
    const answered = await t.stripe.disputes.update(id, { evidence: { uncategorized_text: words } });
    await t.advance(3);
    return { answered, after: await t.stripe.disputes.retrieve(id) };
  };

  test('takes the money and a fee', async () => {
    const { intent, dispute } = await disputed('pm_card_createDispute');
    expect(dispute).toMatchObject({
      status: 'needs_response',
      reason: 'fraudulent',
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
    expect(answered).toMatchObject({ status: 'under_review' });
    expect(after.status).toBe('won');
    expect(after.balance_transactions.map(({ net }) => net)).toEqual([-3500, 3500]);
    expect((await refusal(submit(dispute.id, 'losing_evidence'))).statusCode).toBe(400);
  });

  test('lost by losing evidence gives nothing back', async () => {
    const { dispute } = await disputed('pm_card_createDispute');
    expect((await submit(dispute.id, 'losing_evidence')).after).toMatchObject({
      status: 'lost',
      balance_transactions: [{ net: -3500 }],
    });
  });

  test('stays open while the evidence decides nothing', async () => {
    const { dispute } = await disputed('pm_card_createDispute');
    expect((await submit(dispute.id, 'please')).after.status).toBe('under_review');
  });

  test('that is only an inquiry moves no money', async () => {
    const { intent, dispute } = await disputed('pm_card_createDisputeInquiry');
    expect(dispute).toMatchObject({ status: 'warning_needs_response', balance_transactions: [] });
    const { after } = await submit(dispute.id, 'winning_evidence');
    expect(after).toMatchObject({ status: 'warning_closed', balance_transactions: [] });
    await t.stripe.refunds.create({ payment_intent: intent.id });
    expect((await chargeOf(intent)).amount_refunded).toBe(2000);
  });
});

test('the books equal charges less refunds less disputes, whatever happened', async () => {
  await t.advance(DAY);
  const start = (await t.stripe.customers.create()).created;
  const methods = ['pm_card_visa', 'pm_card_refundFail', 'pm_card_createDispute', 'pm_card_pendingRefund'];
  for (const [index, method] of [...methods, ...methods].entries()) {
    const intent = await pay(t.stripe, method, {
      amount: 1000 + index * 37,
      ...(index % 2 ? { capture_method: 'manual' } : {}),
    });
    if (index % 2) await t.stripe.paymentIntents.capture(intent.id);
    if (method !== 'pm_card_createDispute')
      await t.stripe.refunds.create({ payment_intent: intent.id, amount: 300 });
  }
  await pay(t.stripe, 'pm_card_visa', { capture_method: 'manual' });
  await refusal(pay(t.stripe, 'pm_card_visa_chargeDeclined'));
  await t.advance(10);
  const disputes = (await t.stripe.disputes.list({ created: { gte: start }, limit: 100 })).data;
  expect(disputes).toHaveLength(2);
  await t.stripe.disputes.update(disputes[0]?.id ?? '', {
    evidence: { uncategorized_text: 'winning_evidence' },
  });
  await t.advance(3);

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
  const adjustments = lines.filter(({ type }) => type === 'adjustment');
  expect(adjustments.map(({ amount }) => Math.sign(amount)).sort()).toEqual([-1, -1, 1]);
});
