import type { Tx } from '#server/context.ts';
import { prepareOwned } from '#server/modules/catalogue/prepare-soon.ts';
import { keepBoughtAlbum } from '#server/modules/found-albums/held-album.ts';
import type { OrderRow } from '#server/modules/orders/order/orders.queries.ts';
import type { AttemptRow } from '#server/modules/orders/payments/attempts.queries.ts';
import { tell } from '#server/platform/live/tell.ts';
import { endEntitlements, findDisputeHold, restoreEntitlements } from './goods.queries.ts';
import type { RefundRow } from './refunds.queries.ts';

export { findDisputeHold } from './goods.queries.ts';

type Refunded = { order: OrderRow; attempt: AttemptRow; refund: RefundRow; orderLineIds: number[] };

export async function takeGoods(
  tx: Pick<Tx, 'db' | 'clock'>,
  { order, attempt, refund, orderLineIds }: Refunded,
): Promise<void> {
  if (refund.endsGoodsOf === 'nobody') return;
  const userId = refund.endsGoodsOf === 'payer' ? attempt.userId : undefined;
  const now = tx.clock.now();
  const ended = await endEntitlements(tx.db, { orderLineIds, refundId: refund.id, userId, now });
  await tellHolders(tx, order, ended);
}

/**
 * Gives back what a returned refund had taken, unless a dispute keeps the money. Tells whether anything came back; a gift
 * that its recipient has not got yet waits for them again.
 */
export async function returnGoods(
  tx: Pick<Tx, 'db' | 'queue'>,
  { order, attempt, refund, orderLineIds }: Refunded,
): Promise<boolean> {
  const hold = await findDisputeHold(tx.db, attempt.id);
  if (hold === 'lost') return false;
  const returned = await restoreEntitlements(tx.db, {
    orderLineIds,
    of: order.isPool ? { userId: attempt.userId } : { refundId: refund.id },
    state: hold === 'open' ? 'suspended' : 'active',
  });
  for (const { userId, albumId, imageId } of returned) {
    await keepBoughtAlbum(tx, userId, albumId);
    await prepareOwned(tx, { albumId, imageId });
  }
  await tellHolders(tx, order, returned);
  return returned.length > 0 || order.isGift;
}

async function tellHolders(
  { db }: Pick<Tx, 'db'>,
  order: OrderRow,
  changed: readonly { userId: number }[],
): Promise<void> {
  const holders = [...new Set(changed.map(({ userId }) => userId))];
  await tell(
    db,
    ...holders.flatMap((to) => [
      { to, kind: 'order' as const, subject: order.key },
      { to, kind: 'albums' as const },
      { to, kind: 'downloads' as const },
    ]),
  );
}
