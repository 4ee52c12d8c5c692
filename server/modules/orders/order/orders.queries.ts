import { randomBytes } from 'node:crypto';
import type { OrderState } from '#contract/rules/order-states.ts';
import type { LineTotal, OrderTotals } from '#contract/rules/order-totals.ts';
import { LIVE_SHARES } from '#server/modules/orders/pools/pools.queries.ts';
import { anyOf, type Db } from '#server/platform/database.ts';
import type { Item } from './entitlements.queries.ts';

const KEY_BYTES = 24;

export type OrderRow = NonNullable<Awaited<ReturnType<typeof findOrder>>>;
export type LineRow = Awaited<ReturnType<typeof listLines>>[number];

function selectOrders(db: Db) {
  return db.selectFrom('orders').selectAll().$narrowType<{ state: OrderState }>();
}

export type OrderName = { id: number } | { key: string };

export function findOrder(db: Db, name: OrderName, options: { lock?: boolean } = {}) {
  return selectOrders(db)
    .$if('id' in name, (query) => query.where('id', '=', 'id' in name ? name.id : 0))
    .$if('key' in name, (query) => query.where('key', '=', 'key' in name ? name.key : ''))
    .$if(options.lock ?? false, (query) => query.forUpdate())
    .executeTakeFirst();
}

/** Own orders, and pools of others in which the customer holds a share. */
export function listOpenOrders(db: Db, userId: number) {
  return selectOrders(db)
    .where('state', '=', 'open')
    .where((eb) =>
      eb.or([
        eb('orders.userId', '=', userId),
        eb(
          'orders.id',
          'in',
          eb
            .selectFrom('poolShares')
            .select('poolShares.orderId')
            .where('poolShares.userId', '=', userId)
            .where('poolShares.state', 'in', LIVE_SHARES),
        ),
      ]),
    )
    .orderBy('id', 'desc')
    .execute();
}

export function listLines(db: Db, orderIds: number[]) {
  return db
    .selectFrom('orderLines')
    .selectAll()
    .where('orderId', '=', anyOf(orderIds))
    .orderBy('id')
    .execute();
}

/** A purchase of one thing is found again by that thing while it is open. */
export function findOpenSingle(db: Db, userId: number, item: Item) {
  return selectOrders(db)
    .where('userId', '=', userId)
    .where('state', '=', 'open')
    .where((eb) =>
      item.imageId === null ? eb('singleAlbumId', '=', item.albumId) : eb('singleImageId', '=', item.imageId),
    )
    .forUpdate()
    .executeTakeFirst();
}

export function findLastPaidSingle(db: Db, userId: number, item: Item) {
  return selectOrders(db)
    .where('userId', '=', userId)
    .where('state', '=', 'paid')
    .where((eb) =>
      item.imageId === null ? eb('singleAlbumId', '=', item.albumId) : eb('singleImageId', '=', item.imageId),
    )
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

export type NewOrder = {
  userId: number;
  items: Item[];
  totals: OrderTotals;
  couponId: number | null;
  taxName: string;
  isSingle: boolean;
  now: Date;
};

export async function insertOrder(
  db: Db,
  { userId, items, totals, isSingle, now, ...terms }: NewOrder,
): Promise<OrderRow> {
  const { lines, ...sums } = totals;
  const [first] = isSingle ? items : [];
  const order = await db
    .insertInto('orders')
    .values({
      key: randomBytes(KEY_BYTES).toString('base64url'),
      userId,
      singleAlbumId: first?.imageId === null ? first.albumId : null,
      singleImageId: first?.imageId ?? null,
      createdAt: now,
      ...terms,
      ...sums,
    })
    .returningAll()
    .$narrowType<{ state: OrderState }>()
    .executeTakeFirstOrThrow();
  await db
    .insertInto('orderLines')
    .values(
      items.map(({ albumId, imageId }, position) => ({
        orderId: order.id,
        albumId,
        imageId,
        ...(lines[position] as LineTotal),
      })),
    )
    .execute();
  return order;
}

/** An order is priced again: its lines in the order in which they were listed. */
export async function saveTerms(
  db: Db,
  orderId: number,
  { totals, ...terms }: Pick<NewOrder, 'totals' | 'couponId' | 'taxName'>,
  lineIds: number[],
): Promise<void> {
  const { lines, ...sums } = totals;
  await db
    .updateTable('orders')
    .set({ ...sums, ...terms })
    .where('id', '=', orderId)
    .execute();
  for (const [position, lineId] of lineIds.entries()) {
    const line = lines[position] as LineTotal;
    await db.updateTable('orderLines').set(line).where('id', '=', lineId).execute();
  }
}

export async function setOrderState(
  db: Db,
  orderId: number,
  state: OrderState,
  paidAt?: Date,
): Promise<void> {
  await db
    .updateTable('orders')
    .set({ state, ...(paidAt ? { paidAt } : {}) })
    .where('id', '=', orderId)
    .execute();
}
