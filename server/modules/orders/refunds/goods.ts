import type { EntitlementState } from '#contract/rules/order-states.ts';
import type { Tx } from '#server/context.ts';
import { prepareOwned } from '#server/modules/catalogue/prepare-soon.ts';
import { keepBoughtAlbum } from '#server/modules/found-albums/held-album.ts';
import type { OrderRow } from '#server/modules/orders/orders.ts';
import type { AttemptRow } from '#server/modules/orders/payments/attempts.queries.ts';
import { tell } from '#server/platform/live/tell.ts';
import { type HeldEntitlement, listEntitlements, setEntitlementStates } from './goods.queries.ts';
import { stateOfGoods } from './goods.rules.ts';
import { readOrderMoney } from './order-money.ts';

export { findDisputeHold } from './goods.queries.ts';

type Payment = { order: OrderRow; attempt: AttemptRow };

/**
 * Ends, suspends or gives back what the order brought, by where the money of each holder is now. Tells whether something
 * that had ended came back. The caller holds the order's lock and the payer's turn, so only the payer gets things back.
 */
export async function syncEntitlements(
  tx: Pick<Tx, 'db' | 'queue' | 'clock'>,
  { order, attempt }: Payment,
): Promise<boolean> {
  const { db, clock } = tx;
  const entitlements = await listEntitlements(db, order.id);
  if (entitlements.length === 0) return false;
  const money = await readOrderMoney(db, order, { withReserved: false });
  const isOfPayer = ({ userId }: HeldEntitlement) => !order.isPool || userId === attempt.userId;
  const changed = entitlements.flatMap((one) => {
    const state = stateOfGoods(money, one.orderLineId, order.isPool ? one.userId : undefined);
    if (state === undefined || state === one.state || (state !== 'ended' && !isOfPayer(one))) return [];
    return [{ id: one.id, from: one.state, state }];
  });
  const returned: { userId: number; albumId: number; imageId: number | null }[] = [];
  const holders: { userId: number }[] = [];
  for (const [state, ones] of Map.groupBy(changed, (one): EntitlementState => one.state)) {
    const ids = ones.map(({ id }) => id);
    const set = await setEntitlementStates(db, ids, state, clock.now());
    holders.push(...set);
    returned.push(...set.filter(({ id }) => ones.some((one) => one.id === id && one.from === 'ended')));
  }
  for (const { userId, albumId, imageId } of returned) {
    await keepBoughtAlbum(tx, userId, albumId);
    await prepareOwned(tx, { albumId, imageId });
  }
  await tellHolders(tx, order, holders);
  return returned.length > 0;
}

/** Tells whether nothing on the lines was taken from the buyer. A gift that waits for its recipient counts as held. */
export async function hasGoodsOf(
  { db }: Pick<Tx, 'db'>,
  { order, attempt }: Payment,
  orderLineIds: number[],
): Promise<boolean> {
  const own = (await listEntitlements(db, order.id)).filter(
    ({ userId }) => !order.isPool || userId === attempt.userId,
  );
  const isHeld = (lineId: number) => {
    const ofLine = own.filter(({ orderLineId }) => orderLineId === lineId);
    return ofLine.length === 0 || ofLine.some(({ state }) => state !== 'ended');
  };
  return orderLineIds.length > 0 && orderLineIds.every(isHeld);
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
