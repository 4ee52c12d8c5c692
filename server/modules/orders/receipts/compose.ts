import type { Receipt } from '#contract/entities/order.ts';
import type { Tx } from '#server/context.ts';
import { findAddressee } from '#server/modules/accounts/find-addressee.ts';
import { findSoldAlbums } from '#server/modules/catalogue/sold-albums.ts';
import { couponsById } from '#server/modules/orders/coupons/use.ts';
import { listLines, type OrderRow } from '#server/modules/orders/orders.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { listOwnPayments, listOwnRefunds } from './receipts.queries.ts';
import { toWireReceipt } from './receipts.wire.ts';

/** Only the owner of a paid order and those who paid into it have a receipt. */
export async function composeReceipt(
  tx: Pick<Tx, 'db' | 'log' | 'config'>,
  { userId, order }: { userId: number; order: OrderRow },
): Promise<Receipt | undefined> {
  const { db, config } = tx;
  const payments = await listOwnPayments(db, order.id, userId);
  const hasPart = order.userId === userId || payments.length > 0;
  const buyer = await findAddressee(db, userId);
  if (order.paidAt === null || !hasPart || !buyer) return undefined;
  const lines = await listLines(db, [order.id]);
  const couponId = order.couponId ?? 0;
  return toWireReceipt(order, {
    paidAt: order.paidAt,
    buyer,
    seller: { name: (await getSettings(tx)).site_name, postal_address: config.mail.postalAddress },
    lines,
    albums: await findSoldAlbums(
      db,
      lines.map((line) => line.albumId),
    ),
    coupon: (await couponsById(db, [couponId])).get(couponId),
    payments,
    refunds: await listOwnRefunds(db, order.id, userId),
  });
}
