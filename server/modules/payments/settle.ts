import type { Payment } from '#contract/entities/order.ts';
import { ERRORS } from '#contract/errors.ts';
import { orderMachine, paymentMachine } from '#contract/rules/order-states.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { insertLedgerEntry } from '#server/modules/ledger/ledger.ts';
import { deliverOrder } from '#server/modules/orders/deliver.ts';
import { findOrder, type OrderRow, setOrderState } from '#server/modules/orders/orders.ts';
import {
  type AttemptRow,
  findAttempt,
  hasLiveShares,
  lockBuyer,
  saveAttempt,
} from '#server/modules/orders/payment-attempts.ts';
import { paymentsTotal } from '#server/platform/operations/metrics.ts';
import type { CardFailure, ProviderPayment } from '#server/platform/payments/payment-types.ts';
import { settleConsent } from './saved-cards.ts';

/** An attempt to pay, and what the buyer's browser needs for the next step. */
export type PaymentProgress = {
  attempt: AttemptRow;
  orderKey: string;
  clientSecret: string | null;
  nextActionUrl: string | null;
};

export function withoutNextStep(attempt: AttemptRow, orderKey: string): PaymentProgress {
  return { attempt, orderKey, clientSecret: null, nextActionUrl: null };
}

export function toWirePayment({ attempt, orderKey, clientSecret, nextActionUrl }: PaymentProgress): Payment {
  const isWaiting = attempt.state === 'requires_action';
  return {
    id: attempt.id,
    order_key: orderKey,
    status: attempt.state,
    amount: attempt.amountCents,
    facial: attempt.facial,
    client_secret: isWaiting ? clientSecret : null,
    next_action_url: isWaiting ? nextActionUrl : null,
    failure: attempt.failureCode
      ? { code: attempt.failureCode, message: ERRORS[attempt.failureCode].message }
      : null,
  };
}

/** Reads a payment at the provider and records its state. */
export async function syncPayment(context: Context, attemptId: number, intentId: string) {
  const { payments } = context;
  const payment = await payments.getPayment(intentId);
  if (payment.state === 'authorized') return syncHold(context, attemptId, payment);
  if (!payment.isReusable) return settlePayment(context, attemptId, payment);
  // The browser could still confirm this payment with another card while a new attempt runs, so cancel it first.
  const ended = await payments.cancelPayment(intentId);
  const failure = ended.state === 'failed' ? payment.failure : ended.failure;
  return settlePayment(context, attemptId, { ...ended, failure });
}

/** Cancels a hold whose shares or attempt were given up in the meantime. */
async function syncHold(context: Context, attemptId: number, payment: ProviderPayment) {
  const progress = await settlePayment(context, attemptId, payment);
  if (progress.attempt.state === 'authorized' && (await hasLiveShares(context.db, attemptId)))
    return progress;
  return settlePayment(context, attemptId, await context.payments.cancelPayment(payment.intentId));
}

type Outcome = Omit<ProviderPayment, 'isReusable' | 'attemptKey' | 'intentId'> & {
  intentId: string | null;
  attemptKey: string | null;
};

/** Settles what the provider has no payment for: a card refused earlier, or an order that costs nothing. */
export function settleWithoutProvider(context: Context, attempt: AttemptRow, failure: CardFailure | null) {
  return settlePayment(context, attempt.id, {
    intentId: null,
    state: failure === null ? 'succeeded' : 'failed',
    amountCents: attempt.amountCents,
    chargeId: null,
    clientSecret: null,
    nextActionUrl: null,
    failure,
    holdUntil: null,
    attemptKey: attempt.key,
    methodId: null,
  });
}

/** Delivers the order exactly once, however often and in whatever order outcomes are reported. */
export async function settlePayment(context: Context, attemptId: number, outcome: Outcome) {
  const { before, progress } = await inTransaction(context, async (tx) => {
    const { orderId, userId } = await getAttempt(tx, attemptId);
    await lockBuyer(tx.db, userId);
    const order = await findOrder(tx.db, orderId, { lock: true });
    const attempt = await getAttempt(tx, attemptId, { lock: true });
    if (!order) throw new Error(`payment ${attemptId} belongs to no order`);
    requireOwn(attempt, outcome);
    const settled = await applyOutcome(tx, order, attempt, outcome);
    const { clientSecret, nextActionUrl } = outcome;
    const progress = { attempt: settled, orderKey: order.key, clientSecret, nextActionUrl };
    return { before: attempt.state, progress };
  });
  const { state } = progress.attempt;
  if (state !== before) paymentsTotal.inc({ state });
  return progress;
}

async function getAttempt({ db }: Pick<Tx, 'db'>, attemptId: number, options: { lock?: boolean } = {}) {
  const attempt = await findAttempt(db, attemptId, options);
  if (!attempt) throw new Error(`there is no payment ${attemptId}`);
  return attempt;
}

function requireOwn(attempt: AttemptRow, outcome: Outcome): void {
  const isPart =
    attempt.capture === 'manual' &&
    outcome.state === 'succeeded' &&
    outcome.amountCents < attempt.amountCents;
  const isAmount = isPart || outcome.amountCents === attempt.amountCents;
  if (outcome.attemptKey !== attempt.key || !isAmount) {
    throw new Error(`the provider's payment ${outcome.intentId} is not payment ${attempt.id}`);
  }
}

async function applyOutcome(tx: Tx, order: OrderRow, attempt: AttemptRow, outcome: Outcome) {
  const { intentId } = outcome;
  // A hold that ends was released, by us or by the bank.
  const state = attempt.state === 'authorized' && outcome.state === 'failed' ? 'released' : outcome.state;
  const isChanged = attempt.state !== state || (attempt.intentId === null && !paymentMachine.isFinal(state));
  if (!isChanged) return attempt;
  if (attempt.state !== state && !paymentMachine.canMove(attempt.state, state)) {
    if (state !== 'succeeded') return attempt;
    throw new Error(`payment ${attempt.id} was ${attempt.state}, and the provider has taken the money`);
  }
  const isSettled = paymentMachine.isFinal(state);
  const change = {
    state,
    amountCents: outcome.amountCents,
    intentId: intentId ?? attempt.intentId,
    failureCode: state === 'failed' ? (outcome.failure ?? 'card_declined') : null,
    settledAt: isSettled ? tx.clock.now() : null,
    holdUntil: outcome.holdUntil ?? attempt.holdUntil,
  };
  await saveAttempt(tx.db, attempt.id, change);
  const settled = {
    ...attempt,
    ...change,
    settledAt: change.settledAt?.toISOString() ?? null,
    holdUntil: outcome.holdUntil?.toISOString() ?? attempt.holdUntil,
  };
  await settleConsent(tx, settled, outcome.methodId);
  await outcomes[attempt.capture](tx, { order, attempt: settled });
  // The books need to know whether the pool gave up the shares of this charge.
  if (state === 'succeeded') await bookCharge(tx, settled, outcome.chargeId);
  return settled;
}

type Settled = { order: OrderRow; attempt: AttemptRow };
type SettleOutcome = (tx: Tx, settled: Settled) => Promise<void>;

/** Settles the order by kind of capture. The module that makes holds registers what they do. */
const outcomes: Record<AttemptRow['capture'], SettleOutcome> = {
  automatic: completeOrder,
  manual: () => Promise.reject(new Error('nobody has said what holds do to an order')),
};

export function settleHoldsWith(settle: SettleOutcome): void {
  outcomes.manual = settle;
}

async function completeOrder(tx: Tx, { order, attempt }: Settled): Promise<void> {
  if (attempt.state !== 'succeeded') return;
  if (!orderMachine.canMove(order.state, 'paid')) {
    throw new Error(`order ${order.id} is ${order.state}, and payment ${attempt.id} has succeeded`);
  }
  await setOrderState(tx.db, order.id, 'paid', tx.clock.now());
  await deliverOrder(tx, { order, userId: order.userId });
}

async function bookCharge(tx: Tx, attempt: AttemptRow, chargeId: string | null): Promise<void> {
  if (attempt.amountCents === 0) return;
  if (!chargeId) throw new Error(`payment ${attempt.id} has succeeded without a charge`);
  await insertLedgerEntry(tx, {
    kind: 'charge',
    orderId: attempt.orderId,
    attemptId: attempt.id,
    mode: attempt.mode,
    externalId: chargeId,
    amountCents: attempt.amountCents,
    currency: attempt.currency,
    createdAt: tx.clock.now(),
  });
}
