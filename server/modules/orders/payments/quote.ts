import type { Context } from '#server/context.ts';
import { type CouponRow, findCouponForCode, requireUsesLeft } from '#server/modules/orders/coupons/use.ts';
import { ownedAmong } from '#server/modules/orders/entitlements.ts';
import { requireChargeable } from '#server/modules/orders/order/prices.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { agreeItemTerms, getItems, type ItemChoice, type ItemTerms } from './single-item.ts';

/**
 * A payment has to name the amount that its buyer was quoted. Of several photos, those that the customer owns already
 * are left out.
 */
export async function quotePayment(
  context: Pick<Context, 'db' | 'log' | 'clock'>,
  actor: Actor,
  { choice, couponCode }: { choice: ItemChoice; couponCode: string | undefined },
): Promise<{ terms: ItemTerms; coupon: CouponRow | undefined }> {
  const { userId } = actor;
  const chosen = await getItems(context.db, choice);
  const owned = await ownedAmong(context.db, userId, chosen);
  const missing = chosen.filter((item) => !owned.includes(item));
  // Something that is not for sale is not found, even if it is owned.
  const items = missing.length > 0 ? missing : chosen;
  const terms = await agreeItemTerms(context, { userId, items, coupon: undefined });
  if (missing.length === 0) throw new AppError('already_owned');
  const coupon = await findCouponForCode(context, couponCode);
  if (!coupon) return { terms: requireChargeable(terms), coupon };
  await requireUsesLeft(context.db, coupon, { userId });
  return { terms: requireChargeable(await agreeItemTerms(context, { userId, items, coupon })), coupon };
}
