import type { Receipt } from '#contract/entities/order.ts';
import type { Context } from '#server/context.ts';
import { findAddressee } from '#server/modules/accounts/find-addressee.ts';
import { albumsById, type CatalogueWorld } from '#server/modules/catalogue/browse-albums.ts';
import { findCoupon } from '#server/modules/orders/coupons/coupons.queries.ts';
import { listLines, type OrderRow } from '#server/modules/orders/order/orders.queries.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { listOwnPayments, listOwnRefunds } from './receipts.queries.ts';
import { toWireReceipt } from './receipts.wire.ts';

export type ReceiptWorld = CatalogueWorld & Pick<Context, 'config' | 'log'>;

/** For the buyer, and for those who paid into a pool. To everyone else, and before it is paid, there is none. */
export async function composeReceipt(
  world: ReceiptWorld,
  userId: number,
  order: OrderRow,
): Promise<Receipt | undefined> {
  const { db, config } = world;
  const payments = await listOwnPayments(db, order.id, userId);
  const hasPart = order.userId === userId || payments.length > 0;
  const buyer = await findAddressee(db, userId);
  if (order.paidAt === null || !hasPart || !buyer) return undefined;
  const lines = await listLines(db, [order.id]);
  const albumIds = lines.map((line) => line.albumId);
  return toWireReceipt(order, {
    paidAt: order.paidAt,
    buyer,
    seller: { name: (await getSettings(world)).site_name, postal_address: config.mail.postalAddress },
    lines,
    albums: await albumsById(world, albumIds, userId),
    coupon: order.couponId === null ? undefined : await findCoupon(db, order.couponId),
    payments,
    refunds: await listOwnRefunds(db, order.id, userId),
  });
}
