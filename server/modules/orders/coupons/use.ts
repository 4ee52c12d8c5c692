import type { Discount } from '#contract/rules/order-totals.ts';
import type { Context } from '#server/context.ts';
import type { OrderRow } from '#server/modules/orders/order/orders.queries.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { takeHits } from '#server/platform/rate-limit.ts';
import { type CouponRow, countUses, findCouponByCode, isBeingPaid, lockCoupon } from './coupons.queries.ts';

type World = { db: Db; clock: Clock };

const GUESSES = { max: 10, perMinutes: 10 };

/** The coupon of a code that someone typed, if it runs. Wrong codes are counted: nobody tries them all. */
export async function findCouponForCode(
  context: Context,
  userId: number,
  code: string | null | undefined,
): Promise<CouponRow | undefined> {
  if (code == null) return undefined;
  const guess = await takeHits(context, [{ key: `coupon:${userId}`, ...GUESSES }]);
  const coupon = await findCouponByCode(context.db, code);
  if (!coupon || !isRunning(coupon, context.clock.now())) throw new AppError('coupon_invalid');
  await guess.giveBack();
  return coupon;
}

/**
 * Decided with the coupon locked, in the transaction that begins to pay: the limits are exact, whoever else pays
 * at the same moment. An order of which something is paid or held has used its coupon already.
 */
export async function claimCoupon({ db, clock }: World, order: OrderRow): Promise<void> {
  if (order.couponId === null) return;
  const coupon = await lockCoupon(db, order.couponId);
  if (await isBeingPaid(db, order.id)) return;
  if (!isRunning(coupon, clock.now())) throw new AppError('coupon_invalid');
  await requireUsesLeft(db, coupon, { userId: order.userId, exceptOrderId: order.id });
}

export function discountOf(coupon: CouponRow | undefined): Discount | undefined {
  if (!coupon) return undefined;
  if (coupon.kind === 'fixed') return { kind: 'fixed', amountOffCents: coupon.amountOffCents ?? 0 };
  return { kind: 'percent', percentOff: coupon.percentOff ?? 0 };
}

function isRunning(coupon: CouponRow, now: Date): boolean {
  const hasExpired = coupon.expiresAt !== null && new Date(coupon.expiresAt) <= now;
  return coupon.endedAt === null && !hasExpired;
}

/** Outside of a payment just a friendly word in time: `claimCoupon` decides. */
export async function requireUsesLeft(
  db: Db,
  coupon: CouponRow,
  of: { userId: number; exceptOrderId?: number },
): Promise<void> {
  const { maxUses, maxUsesPerCustomer } = coupon;
  if (maxUses === null && maxUsesPerCustomer === null) return;
  const uses = await countUses(db, coupon.id, of);
  if (uses.total >= (maxUses ?? Number.POSITIVE_INFINITY)) throw new AppError('coupon_used_up');
  if (uses.byCustomer >= (maxUsesPerCustomer ?? Number.POSITIVE_INFINITY)) {
    throw new AppError('coupon_used_up', { message: 'You have used this code as often as you may.' });
  }
}
