import type { Context } from '#server/context.ts';
import { type CouponRow, findCouponForCode, requireUsesLeft } from '#server/modules/orders/coupons/use.ts';
import { ownedAmong } from '#server/modules/orders/order/entitlements.queries.ts';
import type { Terms } from '#server/modules/orders/order/prices.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { agreeItemTerms, getItem, type ItemChoice } from './single-item.ts';

/** A payment has to name the amount that its buyer was quoted. */
export async function quotePayment(
  context: Pick<Context, 'db' | 'log' | 'clock'>,
  actor: Actor,
  { choice, couponCode }: { choice: ItemChoice; couponCode: string | undefined },
): Promise<{ terms: Terms; coupon: CouponRow | undefined }> {
  const { userId } = actor;
  const item = await getItem(context.db, choice);
  const terms = await agreeItemTerms(context, { userId, item, coupon: undefined });
  if ((await ownedAmong(context.db, userId, [item])).length > 0) throw new AppError('already_owned');
  const coupon = await findCouponForCode(context, couponCode);
  if (!coupon) return { terms, coupon };
  await requireUsesLeft(context.db, coupon, { userId });
  return { terms: await agreeItemTerms(context, { userId, item, coupon }), coupon };
}
