import { sql } from 'kysely';
import { listLines, type OrderRow } from '#server/modules/orders/orders.ts';
import { listCharges } from '#server/modules/orders/payment-attempts.ts';
import type { Db } from '#server/platform/database/database.ts';
import { listDisputedMoney, listRefundedParts, sumRefunds } from './refunds.ts';
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

/** Lists charges of shares that were given up in the meantime; they paid for nothing and go back as a whole. */
async function listUnwantedCharges(db: Db, orderId: number): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from payment_attempts attempt where order_id = ${orderId} and capture = 'manual'
      and not exists (select from pool_shares where attempt_id = attempt.id and state = 'paid')`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
