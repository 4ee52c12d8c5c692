import { sumCents } from '#contract/rules/money.ts';
import { type LineRow, listLines, type OrderRow } from '#server/modules/orders/orders.ts';
import {
  type AttemptRow,
  listCharges,
  listFreePayments,
} from '#server/modules/orders/payments/attempts.queries.ts';
import type { Db } from '#server/platform/database.ts';
import { listDisputedMoney, listUnwantedCharges } from './order-money.queries.ts';
import { listRefundedParts, sumRefunds } from './refunds.queries.ts';
import { type Charge, openParts, type Part, paidParts } from './split.rules.ts';

export type OrderCharge = Charge & {
  userId: number;
  /** What the bank keeps after a dispute was lost. */
  lostCents: number;
  /** What a dispute keeps that is not lost. */
  disputedCents: number;
};

export type OrderMoney = {
  lines: LineRow[];
  charges: OrderCharge[];
  paid: Part[];
  open: Part[];
  refunded: Part[];
};

/**
 * Tells where the money of an order is. Refunds that wait for the provider's answer count as refunded where nothing may be
 * refunded twice, and do not count where it matters what the buyer got.
 */
export async function readOrderMoney(
  db: Db,
  order: Pick<OrderRow, 'id'>,
  options: { withReserved: boolean },
): Promise<OrderMoney> {
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

export async function readCharges(
  db: Db,
  order: Pick<OrderRow, 'id'>,
  options: { withReserved: boolean },
): Promise<OrderCharge[]> {
  const disputed = await listDisputedMoney(db, order.id);
  const charges: OrderCharge[] = [];
  const paid = await listCharges(db, order.id);
  for (const { id, userId, amountCents } of paid.length > 0 ? paid : await listFreePayments(db, order.id)) {
    const leftCents = Math.max(0, amountCents - (await sumRefunds(db, id, options)));
    const { lostCents = 0, openCents = 0 } = disputed.get(id) ?? {};
    charges.push({ attemptId: id, userId, amountCents, leftCents, lostCents, disputedCents: openCents });
  }
  return charges;
}

/** What we still have of a payment. */
export async function sumHeld(db: Db, attempt: Pick<AttemptRow, 'id' | 'orderId'>): Promise<number> {
  const charges = await readCharges(db, { id: attempt.orderId }, { withReserved: false });
  const own = charges.filter(({ attemptId }) => attemptId === attempt.id);
  return sumCents(own.map(({ leftCents, lostCents }) => Math.max(0, leftCents - lostCents)));
}
