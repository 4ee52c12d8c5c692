import type { Tx } from '#server/context.ts';
import { findCouponForCode } from '#server/modules/orders/coupons/use.ts';
import { ownedAmong } from '#server/modules/orders/entitlements.ts';
import { requireChargeable } from '#server/modules/orders/order/prices.ts';
import { requireViewed } from '#server/modules/orders/order/view-rule.ts';
import { insertOrder } from '#server/modules/orders/orders.ts';
import { takeTurn } from '#server/modules/orders/payments/attempts.queries.ts';
import { agreeItemTerms } from '#server/modules/orders/payments/single-item.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { setShared } from './open.ts';
import { findOwnPool } from './pools.queries.ts';

type Wanted = { albumId: number; coupon?: string | undefined };

/** Opens a pool for one album and leaves the cart alone. A pool that the customer has opened for it is used again. */
export async function shareAlbum(
  tx: Pick<Tx, 'db' | 'queue' | 'clock' | 'log'>,
  actor: Actor,
  { albumId, coupon: code }: Wanted,
): Promise<number> {
  const { db, clock } = tx;
  const { userId } = actor;
  const now = clock.now();
  await takeTurn(db, userId);
  const items = [{ albumId, imageId: null }];
  const open = await findOwnPool(db, { userId, albumId, now });
  if (open) return open.id;
  const coupon = await findCouponForCode(tx, code);
  const terms = requireChargeable(await agreeItemTerms(tx, { userId, items, coupon }));
  if ((await ownedAmong(db, userId, items)).length > 0) throw new AppError('already_owned');
  await requireViewed(tx, userId, [albumId]);
  const order = await insertOrder(db, { userId, ...terms, isSingle: false, now });
  await setShared(tx, actor, { ref: order.id, isPool: true });
  return order.id;
}
