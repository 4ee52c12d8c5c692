import { splitCents, sumCents } from '#contract/rules/money.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { findOrder, type OrderRow } from '#server/modules/orders/orders.ts';
import { type AttemptRow, findAttemptByIntent, lockBuyer } from '#server/modules/orders/payment-attempts.ts';
import { readOrderMoney } from '#server/modules/payments/order-money.ts';
import {
  findRefundByKey,
  findRefundByProviderId,
  insertRefund,
  listRefundLines,
  listRefundsByProviderId,
  type RefundRow,
  sumRefunds,
} from '#server/modules/payments/refunds.ts';
import { type Part, takeParts } from '#server/modules/payments/split.rules.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { ProviderRefund } from '#server/platform/payments/payment-types.ts';
import { listOpenCases, sumPaidAnotherWay } from './refunds.queries.ts';
import { executeReservedRefunds, settleRefund } from './settle-refund.ts';

export async function syncRefund(context: Context, providerRefundId: string): Promise<void> {
  await saveProviderRefund(context, await context.payments.getRefund(providerRefundId));
}

export async function syncRefunds(context: Context, listed: ProviderRefund[]): Promise<void> {
  for (const refundId of await listDiffering(context, listed)) await syncRefund(context, refundId);
}

/** Returns the numbers of refunds whose state differs from ours. */
export async function listDiffering({ db }: Pick<Context, 'db'>, listed: ProviderRefund[]) {
  const ids = listed.map(({ refundId }) => refundId);
  const known = new Map(
    (await listRefundsByProviderId(db, ids)).map(({ refundId, state }) => [refundId, state]),
  );
  return listed.flatMap(({ refundId, state }) => (known.get(refundId) === state ? [] : [refundId]));
}

/** A refund without one of our keys was made in the provider's dashboard. */
export async function saveProviderRefund(context: Context, update: ProviderRefund): Promise<void> {
  const isKey = /^[0-9a-f-]{36}$/.test(update.refundKey ?? '');
  const refund =
    (await findRefundByProviderId(context.db, update.refundId)) ??
    (isKey ? await findRefundByKey(context.db, update.refundKey ?? '') : undefined);
  if (refund) await settleRefund(context, refund.id, update);
  else await bookForeignRefund(context, update);
}

const MEMO = 'Made in the provider’s dashboard.';

/** Books a refund that somebody made in the provider's dashboard, by the rules of our own refunds. */
async function bookForeignRefund(context: Context, update: ProviderRefund): Promise<void> {
  const attempt =
    update.intentId === null ? undefined : await findAttemptByIntent(context.db, update.intentId);
  // The release of a hold also appears as a refund, but it moves no money.
  if (attempt?.state !== 'succeeded') return;
  // Refunds of ours that wait for their answer may already have been refused because of this one.
  await executeReservedRefunds(context, attempt.orderId);
  await settleKnown(context, update);
  const refund = await inTransaction(context, async (tx) => {
    await lockBuyer(tx.db, attempt.userId);
    const order = await findOrder(tx.db, attempt.orderId, { lock: true });
    if (!order) throw new Error(`payment ${attempt.id} belongs to no order`);
    return (
      (await findRefundByProviderId(tx.db, update.refundId)) ??
      (await reserve(tx, { order, attempt, update }))
    );
  });
  await settleRefund(context, refund.id, update);
}

/** A refund of the same payment that came back meanwhile has made room for this one. */
async function settleKnown(context: Context, { refundId, intentId }: ProviderRefund): Promise<void> {
  if (intentId === null) return;
  for (const other of await context.payments.listRefunds({ intentId })) {
    if (other.refundId === refundId) continue;
    const known = await findRefundByProviderId(context.db, other.refundId);
    if (known && known.state !== other.state) await settleRefund(context, known.id, other);
  }
}

async function reserve(
  tx: Pick<Tx, 'db' | 'clock'>,
  { order, attempt, update }: { order: OrderRow; attempt: AttemptRow; update: ProviderRefund },
): Promise<RefundRow> {
  const { refundId, amountCents } = update;
  const { id: attemptId, orderId, userId } = attempt;
  // A refund that has already come back takes nothing from the rest.
  if (update.state !== 'failed') await requireLeft(tx.db, attempt, amountCents);
  const lines = await allot(tx, { order, attempt, amountCents });
  const made = { isMadeElsewhere: true, memo: MEMO, madeBy: null, createdAt: tx.clock.now() };
  const refund = await insertRefund(tx.db, { orderId, attemptId, amountCents, refundId, ...made }, lines);
  await recordAudit(tx.db, {
    actorId: null,
    action: 'order.refund-elsewhere',
    subject: `order:${orderId}`,
    before: { userId },
    after: { userId, refunds: [refund.id], amountCents, lines: lines.map((line) => line.orderLineId) },
  });
  return refund;
}

/**
 * The dashboard names an amount, not lines. All that is left of a payment gives back everything it paid for; the amount of
 * a refund that failed repeats that refund; the exact price of one line gives back that line; any other amount is spread
 * over the lines. More than is left, after staff paid another way, gives back no line twice.
 */
async function allot(
  { db }: Pick<Tx, 'db'>,
  { order, attempt, amountCents }: { order: OrderRow; attempt: AttemptRow; amountCents: number },
): Promise<{ orderLineId: number; amountCents: number }[]> {
  if (order.paidAt === null) return [];
  const money = await readOrderMoney(db, order, { withReserved: true });
  const open = money.open.filter(({ attemptId }) => attemptId === attempt.id);
  if (amountCents >= sumCents(open.map((part) => part.amountCents))) {
    const free = money.lines.filter(({ totalCents }) => totalCents === 0);
    const named = open.length > 0 ? free.map(({ id }) => ({ orderLineId: id, amountCents: 0 })) : [];
    return [...open.map(toLine), ...named];
  }
  const failed = (await listOpenCases(db, attempt.id)).find((one) => one.amountCents === amountCents);
  const repeated = failed ? takeParts(amountCents, await listRefundLines(db, failed.refundId), open) : [];
  if (sumCents(repeated.map((line) => line.amountCents)) === amountCents) return repeated;
  const priced = open.filter((part) => part.amountCents === amountCents);
  if (priced.length === 1) return priced.map(toLine);
  const weights = open.map((part) => part.amountCents);
  const parts = splitCents(amountCents, weights);
  const spread = open.map((part, position) => toLine({ ...part, amountCents: parts[position] ?? 0 }));
  return spread.filter((line) => line.amountCents > 0);
}

const toLine = ({ orderLineId, amountCents }: Part) => ({ orderLineId, amountCents });

/**
 * More than is left is possible only for money that staff paid another way. Otherwise a refund of ours whose answer is
 * unknown may have been for the same money, and this one waits.
 */
async function requireLeft(db: Db, attempt: AttemptRow, amountCents: number): Promise<void> {
  const leftCents = attempt.amountCents - (await sumRefunds(db, attempt.id));
  if (amountCents <= leftCents) return;
  const answeredCents = attempt.amountCents - (await sumRefunds(db, attempt.id, { withReserved: false }));
  const elsewhereCents = leftCents === answeredCents ? await sumPaidAnotherWay(db, attempt.id) : 0;
  if (amountCents <= leftCents + elsewhereCents) return;
  throw new Error(
    `the dashboard refunded ${amountCents} cents of payment ${attempt.id}; ${leftCents} are left`,
  );
}
