import type { Tx } from '#server/context.ts';
import { findAddressee } from '#server/modules/accounts/find-addressee.ts';
import { couponsById } from '#server/modules/orders/coupons/use.ts';
import { creditsOf } from '#server/modules/orders/entitlements.ts';
import { lockOwnOrder } from '#server/modules/orders/order/get-order.ts';
import { agreeTerms, requireChargeable } from '#server/modules/orders/order/prices.ts';
import { requireUnpaid } from '#server/modules/orders/order/require-unpaid.ts';
import {
  isSingle,
  listLines,
  type OrderRef,
  type OrderRow,
  saveTerms,
} from '#server/modules/orders/orders.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { type Gift, saveGift } from './gifts.queries.ts';

/** The answer is the same whether or not the address has an account. */
export async function setGift(
  tx: Pick<Tx, 'db' | 'log'>,
  actor: Actor,
  { ref, gift }: { ref: OrderRef; gift: Gift | null },
): Promise<void> {
  const order = await lockOwnOrder(tx, actor, ref);
  await requireUnpaid(tx, order);
  if (gift) await requireGivable(tx, order, gift);
  await saveGift(tx.db, order.id, gift);
  if (order.isGift !== (gift !== null)) await updateCredit(tx, order, gift !== null);
}

async function requireGivable({ db }: Pick<Tx, 'db'>, order: OrderRow, { email }: Gift): Promise<void> {
  if (order.isPool) throw new AppError('gift_or_pool');
  // The next purchase of the same item without the cart pays this order, and must not give it away.
  if (isSingle(order)) throw new AppError('gift_from_cart');
  const buyer = await findAddressee(db, order.userId);
  if (buyer?.email.toLowerCase() === email.toLowerCase()) throw new AppError('gift_to_self');
}

/** Photos that the buyer bought before count toward albums of their own only. */
async function updateCredit(
  tx: Pick<Tx, 'db' | 'log'>,
  { id, userId, couponId }: OrderRow,
  isGift: boolean,
): Promise<void> {
  const { db } = tx;
  const lines = await listLines(db, [id]);
  const albumIds = lines.flatMap(({ albumId, imageId }) => (imageId === null ? [albumId] : []));
  const credits = isGift ? new Map<number, number>() : await creditsOf(db, userId, albumIds);
  const prices = lines.map(({ albumId, imageId, priceCents }) => ({
    albumId,
    priceCents,
    creditCents: imageId === null ? Math.min(credits.get(albumId) ?? 0, priceCents) : 0,
  }));
  const coupon = couponId === null ? undefined : (await couponsById(db, [couponId])).get(couponId);
  const terms = requireChargeable(await agreeTerms(tx, { prices, coupon }));
  await saveTerms(
    db,
    id,
    terms,
    lines.map((line) => line.id),
  );
}
