import { sql } from 'kysely';
import type { EntitlementState } from '#contract/rules/order-states.ts';
import type { Tx } from '#server/context.ts';
import { prepareOwned } from '#server/modules/catalogue/prepare-soon.ts';
import { keepBoughtAlbum } from '#server/modules/found-albums/held-album.ts';
import { publishDelivery } from '#server/modules/orders/deliver.ts';
import type { OrderRow } from '#server/modules/orders/orders.ts';
import type { AttemptRow } from '#server/modules/orders/payment-attempts.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import { type OrderMoney, readOrderMoney } from './order-money.ts';
import { sumOf } from './split.rules.ts';

// A buyer keeps what they bought until their own money has gone back. Pool members are independent of each other.

type Money = Omit<OrderMoney, 'lines'> & { lines: readonly { id: number; totalCents: number }[] };

/**
 * Decides about one line of one holder; nothing is decided without a charge. Without a payer, all charges of the order paid
 * for the line.
 */
export function stateOfEntitlements(
  money: Money,
  lineId: number,
  payerId: number | undefined,
): EntitlementState | undefined {
  const charges = money.charges.filter(({ userId }) => payerId === undefined || userId === payerId);
  if (charges.length === 0) return undefined;
  if (isBack(money, lineId, charges)) return 'ended';
  return charges.some(({ disputedCents }) => disputedCents > 0) ? 'suspended' : 'active';
}

function isBack({ lines, paid, open, refunded }: Money, lineId: number, charges: Money['charges']): boolean {
  const ids = new Set(charges.map(({ attemptId }) => attemptId));
  const held = new Set(
    charges.flatMap(({ attemptId, leftCents, lostCents }) => (leftCents > lostCents ? [attemptId] : [])),
  );
  if (held.size === 0 && charges.some(({ amountCents }) => amountCents > 0)) return true;
  const isPaidBy =
    sumOf(paid, ({ orderLineId, attemptId }) => orderLineId === lineId && ids.has(attemptId)) > 0;
  if (isPaidBy)
    return sumOf(open, ({ orderLineId, attemptId }) => orderLineId === lineId && held.has(attemptId)) === 0;
  // Something that cost the holder nothing ends with the line itself, or with a refund of theirs that names it.
  const isFree = lines.some(({ id, totalCents }) => id === lineId && totalCents === 0);
  if (!isFree) return sumOf(open, ({ orderLineId }) => orderLineId === lineId) === 0;
  return refunded.some(({ orderLineId, attemptId }) => orderLineId === lineId && ids.has(attemptId));
}

type Payment = { order: OrderRow; attempt: AttemptRow };

/**
 * Ends, suspends or gives back what the order brought, by where the money of each holder is now. Returns whether something
 * that had ended came back. The caller holds the order's lock and the payer's turn, so only the payer gets things back.
 */
export async function syncEntitlements(tx: Pick<Tx, 'db' | 'queue' | 'clock'>, { order, attempt }: Payment) {
  const { db, clock } = tx;
  const entitlements = await listEntitlements(db, order.id);
  if (entitlements.length === 0) return false;
  const money = await readOrderMoney(db, order, { withReserved: false });
  const isOfPayer = ({ userId }: HeldEntitlement) => !order.isPool || userId === attempt.userId;
  const changed = entitlements.flatMap((one) => {
    const state = stateOfEntitlements(money, one.orderLineId, order.isPool ? one.userId : undefined);
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
  for (const userId of new Set(holders.map((holder) => holder.userId))) {
    await publishDelivery(db, userId, order.key);
  }
  return returned.length > 0;
}

/** Returns whether nothing on the lines was taken from the buyer. A gift that waits for its recipient counts as held. */
export async function hasEntitlementsOf(
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

type HeldEntitlement = Awaited<ReturnType<typeof listEntitlements>>[number];

/** Includes those that have ended. */
function listEntitlements(db: Db, orderId: number) {
  return db
    .selectFrom('entitlements')
    .innerJoin('orderLines', 'orderLines.id', 'entitlements.orderLineId')
    .select(['entitlements.id', 'entitlements.userId', 'entitlements.orderLineId', 'entitlements.state'])
    .$narrowType<{ state: EntitlementState }>()
    .where('orderLines.orderId', '=', orderId)
    .orderBy('entitlements.id')
    .execute();
}

/** An item that the holder has bought again stays ended. */
async function setEntitlementStates(db: Db, ids: number[], state: EntitlementState, now: Date) {
  return db
    .updateTable('entitlements')
    .set({ state, endedAt: state === 'ended' ? now : null })
    .where('id', '=', anyOf(ids))
    .where(
      sql<boolean>`(entitlements.state <> 'ended' or not exists (select from entitlements again
        where again.user_id = entitlements.user_id and again.state <> 'ended'
          and case when entitlements.image_id is null then again.image_id is null and again.album_id = entitlements.album_id
            else again.image_id = entitlements.image_id end))`,
    )
    .returning(['id', 'userId', 'albumId', 'imageId'])
    .execute();
}
