import type { Discount } from '#contract/rules/order-totals.ts';
import type { Tx } from '#server/context.ts';
import type { OrderRow } from '#server/modules/orders/orders.ts';
import { isBeingPaid } from '#server/modules/orders/payments/attempts.queries.ts';
import { recordAudit } from '#server/platform/audit.ts';
import type { Db } from '#server/platform/database.ts';
import { AppError } from '#server/platform/errors.ts';
import {
  type CouponRow,
  countUses,
  findCouponByCode,
  listCouponsById,
  lockCoupon,
} from './coupons.queries.ts';

export type { CouponRow } from './coupons.queries.ts';

export async function couponsById(db: Db, couponIds: number[]): Promise<Map<number, CouponRow>> {
  return new Map((await listCouponsById(db, couponIds)).map((coupon) => [coupon.id, coupon]));
}

export async function findCouponForCode(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  code: string | null | undefined,
): Promise<CouponRow | undefined> {
  if (code == null) return undefined;
  const coupon = await findCouponByCode(db, code);
  if (!coupon || !isRunning(coupon, clock.now())) throw new AppError('coupon_invalid');
  return coupon;
}

/**
 * Locks the coupon in the transaction that starts the payment, so that its limits hold for concurrent payments. An
 * order that is partly paid or held has claimed its coupon already.
 */
export async function claimCoupon({ db, clock }: Pick<Tx, 'db' | 'clock'>, order: OrderRow): Promise<void> {
  if (order.couponId === null) return;
  const coupon = await lockCoupon(db, order.couponId);
  if (await isBeingPaid(db, order.id)) return;
  if (!isRunning(coupon, clock.now())) throw new AppError('coupon_invalid');
  await requireUsesLeft(db, coupon, { userId: order.userId, exceptOrderId: order.id });
  if (coupon.createdBy === order.userId) await recordOwnUse(db, coupon, order);
}

/** Staff may use a code that they made themselves, but it stays on record. */
async function recordOwnUse(db: Db, coupon: CouponRow, order: OrderRow): Promise<void> {
  await recordAudit(db, {
    actorId: order.userId,
    action: 'coupon.use-own',
    subject: `coupon:${coupon.id}`,
    before: { userId: order.userId },
    after: { userId: order.userId, order: order.id },
  });
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

/** Before a payment this is only an early warning: `claimCoupon` decides. */
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
    throw new AppError('coupon_used_up', { message: 'You have reached the limit for this code.' });
  }
}
