import { sql } from 'kysely';
import { sumCents } from '#contract/rules/money.ts';
import type { Tx } from '#server/context.ts';
import { listLines, type OrderRow } from '#server/modules/orders/orders.ts';
import { type AttemptRow, listCharges } from '#server/modules/orders/payment-attempts.ts';
import {
  listDisputedMoney,
  listRefundedParts,
  listRefundLines,
  type RefundRow,
  sumRefunds,
} from '#server/modules/payments/refunds.ts';
import type { Db } from '#server/platform/database/database.ts';
import { publishLive } from '#server/platform/live/publish-live.ts';
import { listOpenCases, openReturnedRefund, updateReturned } from './refunds.queries.ts';
import { type Charge, openParts, paidParts } from './split.rules.ts';

export type OrderCharge = Charge & {
  userId: number;
  /** The amount that the bank keeps after a lost dispute. */
  lostCents: number;
  /** The amount that a dispute holds while it is not lost. */
  disputedCents: number;
};

export type OrderMoney = Awaited<ReturnType<typeof readOrderMoney>>;

/**
 * Tells where the money of an order is. Refunds that wait for the provider's answer count as refunded where nothing may be
 * refunded twice, and do not count where it matters what the buyer got.
 */
export async function readOrderMoney(
  db: Db,
  order: Pick<OrderRow, 'id'>,
  options: { withReserved: boolean },
) {
  const lines = await listLines(db, [order.id]);
  const unwanted = await listUnwantedCharges(db, order.id);
  const charges = await readCharges(db, order, options);
  const own = charges.filter(({ attemptId }) => !unwanted.has(attemptId));
  const refunded = await listRefundedParts(db, order.id, options);
  return {
    lines,
    charges: own,
    paid: paidParts(lines, own),
    open: openParts(lines, own, refunded),
    refunded,
  };
}

export async function readCharges(db: Db, order: Pick<OrderRow, 'id'>, options: { withReserved: boolean }) {
  const disputed = await listDisputedMoney(db, [order.id]);
  const charges: OrderCharge[] = [];
  for (const { id, userId, amountCents } of await listCharges(db, order.id)) {
    const leftCents = Math.max(0, amountCents - (await sumRefunds(db, id, options)));
    const { lostCents = 0, openCents = 0 } = disputed.get(id) ?? {};
    charges.push({ attemptId: id, userId, amountCents, leftCents, lostCents, disputedCents: openCents });
  }
  return charges;
}

/** The part of a payment that we still have. */
async function sumHeld(db: Db, attempt: Pick<AttemptRow, 'id' | 'orderId'>): Promise<number> {
  const charges = await readCharges(db, { id: attempt.orderId }, { withReserved: false });
  const own = charges.filter(({ attemptId }) => attemptId === attempt.id);
  return sumCents(own.map(({ leftCents, lostCents }) => Math.max(0, leftCents - lostCents)));
}

/** Lists charges of shares that were given up in the meantime; they paid for nothing and go back as a whole. */
async function listUnwantedCharges(db: Db, orderId: number): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from payment_attempts attempt where order_id = ${orderId} and capture = 'manual'
      and not exists (select from pool_shares where attempt_id = attempt.id and state = 'paid')`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/**
 * A refund that was decided and did not reach the buyer. Several refunds of the same money may fail, but we owe no more
 * than what we still hold of the payment.
 */
export async function openCase(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  { attempt, refund, hasEntitlements }: { attempt: AttemptRow; refund: RefundRow; hasEntitlements: boolean },
): Promise<void> {
  const owed = sumCents((await listOpenCases(db, attempt.id)).map((one) => one.amountCents));
  const amountCents = Math.min(refund.amountCents, (await sumHeld(db, attempt)) - owed);
  if (amountCents <= 0) return;
  const { id: refundId, orderId, attemptId } = refund;
  const of = { refundId, orderId, attemptId };
  await openReturnedRefund(db, { ...of, amountCents, hasEntitlements, createdAt: clock.now() });
  await publishLive(db, { to: 'staff', kind: 'queues' });
}

/** A refund pays what is owed on the same lines, the oldest case first. Should it come back, it opens its own case. */
export async function payDownCases(tx: Pick<Tx, 'db' | 'clock'>, refund: RefundRow): Promise<void> {
  const left = await readLines(tx, refund.id, refund.amountCents);
  for (const one of await listOpenCases(tx.db, refund.attemptId)) {
    let owedCents = one.amountCents;
    for (const lineId of (await readLines(tx, one.refundId, 0)).keys()) {
      const paidCents = Math.min(owedCents, left.get(lineId) ?? 0);
      owedCents -= paidCents;
      left.set(lineId, (left.get(lineId) ?? 0) - paidCents);
    }
    const closing = { outcome: 'refunded_again', retryRefundId: refund.id, closedBy: refund.madeBy };
    const change = owedCents === 0 ? { ...closing, closedAt: tx.clock.now() } : { amountCents: owedCents };
    await updateReturned(tx.db, one.id, change);
  }
}

/** A refund of a pool that did not fill has no lines; it counts as one line of its own. */
async function readLines({ db }: Pick<Tx, 'db'>, refundId: number, amountCents: number) {
  const lines = await listRefundLines(db, refundId);
  if (lines.length === 0) return new Map([[0, amountCents]]);
  return new Map(lines.map((line) => [line.orderLineId, line.amountCents]));
}

/** After a dispute was lost, the bank has given the buyer what we would have owed. */
export async function closeLostCases(tx: Pick<Tx, 'db' | 'clock'>, attempt: AttemptRow): Promise<void> {
  let heldCents = await sumHeld(tx.db, attempt);
  for (const one of await listOpenCases(tx.db, attempt.id)) {
    const owedCents = Math.min(one.amountCents, heldCents);
    heldCents -= owedCents;
    const lost = { outcome: 'lost_in_dispute', closedAt: tx.clock.now() };
    await updateReturned(tx.db, one.id, owedCents > 0 ? { amountCents: owedCents } : lost);
  }
}
