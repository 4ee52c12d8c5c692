import { isTooSmallToShare } from '#contract/rules/orders.ts';
import type { Tx } from '#server/context.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import type { CouponRow } from './coupons.queries.ts';
import { requireCovered, requireUsesLeft } from './coupons.ts';
import { findOrder, listLines, type OrderRef, type OrderRow, saveTerms, taxedAs } from './orders.ts';
import { isBeingPaid, lockBuyer } from './payment-attempts.ts';
import { agreeTerms, requireChargeable } from './prices.ts';

export async function requireUnpaid({ db }: Pick<Tx, 'db'>, order: OrderRow): Promise<void> {
  if (order.state !== 'open') throw new AppError('order_closed');
  if (!(await isBeingPaid(db, order.id))) return;
  throw new AppError(order.isPool ? 'pool_started' : 'payment_in_progress');
}

/** Anyone may open an order by its key, but only its owner may open it by its number. */
export async function getVisibleOrder(
  { db }: Pick<Tx, 'db'>,
  actor: Actor,
  ref: OrderRef,
  options: { lock?: boolean } = {},
): Promise<OrderRow> {
  const order = await findOrder(db, ref, options);
  if (!order || (typeof ref === 'number' && order.userId !== actor.userId)) throw new AppError('not_found');
  return order;
}

export async function lockVisibleOrder(tx: Pick<Tx, 'db'>, actor: Actor, ref: OrderRef): Promise<OrderRow> {
  await lockBuyer(tx.db, actor.userId);
  return getVisibleOrder(tx, actor, ref, { lock: true });
}

export async function lockOwnOrder(tx: Pick<Tx, 'db'>, actor: Actor, ref: OrderRef): Promise<OrderRow> {
  const order = await lockVisibleOrder(tx, actor, ref);
  if (order.userId !== actor.userId) throw new AppError('not_found');
  return order;
}

export async function setOrderCoupon(
  tx: Pick<Tx, 'db' | 'log' | 'clock'>,
  actor: Actor,
  { ref, coupon }: { ref: OrderRef; coupon: CouponRow | undefined },
): Promise<void> {
  const order = await lockOwnOrder(tx, actor, ref);
  await requireUnpaid(tx, order);
  if (coupon) await requireUsesLeft(tx.db, coupon, { userId: actor.userId, exceptOrderId: order.id });
  await updateTerms(tx, order, coupon);
}

/** Prices, credit and tax rates stay as they were at checkout. */
async function updateTerms(
  tx: Pick<Tx, 'db' | 'log' | 'clock'>,
  order: OrderRow,
  coupon: CouponRow | undefined,
) {
  const lines = await listLines(tx.db, [order.id]);
  await requireCovered(tx.db, coupon, lines);
  const terms = requireChargeable(
    await agreeTerms(tx, { prices: lines, coupon, taxed: await taxedAs(tx.db, order, lines) }),
  );
  if (order.isPool && isTooSmallToShare(terms.totals.totalCents)) throw new AppError('pool_too_small');
  await saveTerms(tx.db, order.id, terms, lines);
}
