import type { Quote } from '#contract/entities/order.ts';
import type { Context } from '#server/context.ts';
import { toWireUsedCoupon } from '#server/modules/orders/coupons/coupons.wire.ts';
import { findCouponForCode, requireUsesLeft } from '#server/modules/orders/coupons/use.ts';
import { ownedAmong } from '#server/modules/orders/order/entitlements.queries.ts';
import { AppError } from '#server/platform/errors.ts';
import { agreeSingle, getWishedItem, type Wish } from './single-item.ts';

/** The amount that a payment made now has to name. */
export async function quotePayment(
  context: Context,
  userId: number,
  wish: Wish,
  code: string | undefined,
): Promise<Quote> {
  const item = await getWishedItem(context.db, wish);
  const plain = await agreeSingle(context, userId, item, undefined);
  if ((await ownedAmong(context.db, userId, [item])).length > 0) throw new AppError('already_owned');
  const coupon = await findCouponForCode(context, userId, code);
  if (coupon) await requireUsesLeft(context.db, coupon, { userId });
  const { totals, taxName } = coupon ? await agreeSingle(context, userId, item, coupon) : plain;
  return {
    sub_total: totals.subTotalCents,
    credit: totals.creditCents,
    discount: totals.discountCents,
    tax: totals.taxCents,
    tax_name: taxName,
    total: totals.totalCents,
    coupon: toWireUsedCoupon(coupon),
  };
}
