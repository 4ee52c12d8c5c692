import type { Order } from '#contract/entities/order.ts';
import { SMALLEST_CHARGE_CENTS } from '#contract/rules/order-totals.ts';
import { SHARES_PER_ALBUM } from '#contract/rules/pricing.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { findVisibleOrder, getOrder } from '#server/modules/orders/order/get-order.ts';
import { listLines, type OrderRow, saveTerms } from '#server/modules/orders/order/orders.queries.ts';
import { agreeTerms } from '#server/modules/orders/order/prices.ts';
import { takeTurn } from '#server/modules/orders/payments/attempts.queries.ts';
import { AppError } from '#server/platform/errors.ts';
import { type CouponRow, isBeingPaid } from './coupons.queries.ts';
import { findCouponForCode, requireUsesLeft } from './use.ts';

/** A code for an order, or none any more, as long as nothing of it is paid or held. */
export async function setOrderCoupon(
  context: Context,
  userId: number,
  name: number | string,
  code: string | null,
): Promise<Order> {
  const coupon = await findCouponForCode(context, userId, code);
  return inTransaction(context, async (tx) => {
    await takeTurn(tx.db, userId);
    const order = await findVisibleOrder(tx, userId, name, { lock: true });
    if (order.userId !== userId) throw new AppError('not_found');
    await requireUnpaid(tx, order);
    if (coupon) await requireUsesLeft(tx.db, coupon, { userId, exceptOrderId: order.id });
    await priceAgain(tx, order, coupon);
    return getOrder(tx, userId, name);
  });
}

async function requireUnpaid({ db }: Tx, order: OrderRow): Promise<void> {
  if (order.state !== 'open') throw new AppError('order_closed');
  if (!(await isBeingPaid(db, order.id))) return;
  throw new AppError(order.isPool ? 'pool_started' : 'payment_in_progress');
}

/** Prices and credit stay as they were at checkout; the discount and today's tax are worked out anew. */
async function priceAgain(tx: Tx, order: OrderRow, coupon: CouponRow | undefined): Promise<void> {
  const lines = await listLines(tx.db, [order.id]);
  const terms = await agreeTerms(tx, lines, coupon);
  const isTooSmall = terms.totals.totalCents < SHARES_PER_ALBUM * SMALLEST_CHARGE_CENTS;
  if (order.isPool && isTooSmall) throw new AppError('pool_too_small');
  await saveTerms(
    tx.db,
    order.id,
    terms,
    lines.map((line) => line.id),
  );
}
