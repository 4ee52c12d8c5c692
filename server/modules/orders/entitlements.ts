import { sql } from 'kysely';
import type { EntitlementState } from '#contract/rules/order-states.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';

export type Item = { albumId: number; imageId: number | null };

/** Photos move between albums, so a photo is the same one wherever it lies. */
export const isSameItem = (one: Item, other: Item) =>
  one.imageId === other.imageId && (one.imageId !== null || one.albumId === other.albumId);

export function listOwned(db: Db, userId: number, albumIds: number[]) {
  return db
    .selectFrom('entitlements')
    .select(['albumId'])
    .select([
      sql<boolean>`bool_or(image_id is null)`.as('isOwned'),
      sql<number>`count(image_id)`.as('boughtImages'),
    ])
    .where('userId', '=', userId)
    .where('state', '=', 'active')
    .where('albumId', '=', anyOf(albumIds))
    .groupBy('albumId')
    .execute();
}

export function selectOwned(db: Db) {
  return db
    .selectFrom('entitlements')
    .select(['userId', 'albumId', 'imageId', 'takenAt'])
    .where('state', '=', 'active');
}

/** Waits for a swap of the same entitlement, and a swap waits for it, so that only one of them happens. */
export async function takeOriginal(
  db: Db,
  { userId, albumId, imageId, now }: { userId: number; albumId: number; imageId: number; now: Date },
): Promise<boolean> {
  const taken = await db
    .updateTable('entitlements')
    .set({ takenAt: sql`coalesce(taken_at, ${now})` })
    .where('userId', '=', userId)
    .where('state', '=', 'active')
    .where((eb) =>
      eb.or([eb('imageId', '=', imageId), eb.and([eb('imageId', 'is', null), eb('albumId', '=', albumId)])]),
    )
    .returning('id')
    .execute();
  return taken.length > 0;
}

export function listOwnedImages(db: Db, userId: number) {
  return db
    .selectFrom('entitlements')
    .select(['id', 'albumId', 'imageId'])
    .where('userId', '=', userId)
    .where('imageId', 'is not', null)
    .where('state', '=', 'active')
    .orderBy('id')
    .execute();
}

/** An image also counts as owned through its album. Suspended entitlements count too, so nothing is sold twice. */
export async function ownedAmong<T extends Item>(db: Db, userId: number, items: T[]): Promise<T[]> {
  const held = await db
    .selectFrom('entitlements')
    .select(['albumId', 'imageId'])
    .where('userId', '=', userId)
    .where((eb) =>
      eb.or([
        eb('albumId', '=', anyOf(items.map((item) => item.albumId))),
        eb('imageId', '=', anyOf(items.flatMap((item) => item.imageId ?? []))),
      ]),
    )
    .where('state', '<>', 'ended')
    .execute();
  return items.filter((item) =>
    held.some((one) => isSameItem(one, item) || (one.imageId === null && one.albumId === item.albumId)),
  );
}

/** What refunds have given back of order lines, or are about to. Null if no refund names the line. */
const refundedCents = sql<number | null>`(select sum(amount_cents) from refund_lines
  where refund_lines.order_line_id = order_lines.id and is_live)`;

export const isLineRefunded = sql<boolean>`coalesce(${refundedCents} >= order_lines.total_cents, false)`;

/**
 * The credit of these albums is used up, because it has lowered their price: albums that the customer owns, and those of
 * their group orders once somebody has taken a share. `spent_at` says since when.
 */
const spentCredits = (userId: number, exceptOrderId: number) => sql`(
  select used.album_id, own.created_at as spent_at
    from entitlements own join order_lines used on used.id = own.order_line_id
      join orders on orders.id = used.order_id and orders.user_id = own.user_id
    where own.user_id = ${userId} and own.state <> 'ended' and used.credit_cents > 0
  union all
  select album_id, taken.since
    from orders join order_lines on order_lines.order_id = orders.id cross join lateral (
      select min(created_at) as since from payment_attempts
        where order_id = orders.id and state not in ('failed', 'released')) taken
    where orders.user_id = ${userId} and orders.id <> ${exceptOrderId} and order_lines.credit_cents > 0
      and orders.is_pool and orders.state in ('open', 'paid', 'partly_refunded') and taken.since is not null
      and (order_lines.refunded_cents < order_lines.total_cents or not ${isLineRefunded}))`;

/**
 * Sums what was paid for single images of each album, without tax that was added and without what was or is being refunded. Photos that
 * were a gift do not count, because somebody else paid for them. A photo whose album was bought with credit is spent, also
 * after the album or the photo was swapped for another one.
 */
export async function creditsOf(
  db: Db,
  userId: number,
  albumIds: number[],
  { exceptOrderId = 0 } = {},
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('entitlements')
    .innerJoin('orderLines', 'orderLines.id', 'entitlements.orderLineId')
    .innerJoin('orders', 'orders.id', 'orderLines.orderId')
    .select('entitlements.albumId')
    .select(
      sql<number>`sum(round((order_lines.total_cents - case when order_lines.tax_is_included then 0
          else order_lines.tax_cents end)::numeric
        * (order_lines.total_cents - coalesce(${refundedCents}, 0)) / greatest(1, order_lines.total_cents)))::integer`.as(
        'creditCents',
      ),
    )
    .where('entitlements.userId', '=', userId)
    .where('orders.isGift', '=', false)
    .where('entitlements.imageId', 'is not', null)
    .where('entitlements.state', '=', 'active')
    .where('entitlements.albumId', '=', anyOf(albumIds))
    .where(({ not }) => not(isLineRefunded))
    .where(
      sql<boolean>`not exists (
        select from ${spentCredits(userId, exceptOrderId)} spent
        where spent.spent_at >= entitlements.created_at
          and spent.album_id = coalesce((select swap.from_album_id from entitlement_swaps swap
            where swap.entitlement_id = entitlements.id and swap.created_at >= spent.spent_at
            order by swap.id limit 1), entitlements.album_id))`,
    )
    .groupBy('entitlements.albumId')
    .execute();
  return new Map(rows.map((row) => [row.albumId, row.creditCents]));
}

export async function grant(
  db: Db,
  entitlement: Item & { userId: number; orderLineId: number; createdAt: Date },
): Promise<void> {
  await db
    .insertInto('entitlements')
    .values(entitlement)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns whether the price of one of the albums was reduced by credit for photos of the customer. */
export async function isCreditSpent(db: Db, userId: number, albumIds: number[]): Promise<boolean> {
  const { rows } = await sql`
    select from ${spentCredits(userId, 0)} spent where album_id = any (${albumIds}::integer[]) limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

export type LineEntitlement = Awaited<ReturnType<typeof listLineEntitlements>>[number];

/** Lists the entitlements of order lines, ended or not, with the price of the last swap. A pool has one per member. */
export function listLineEntitlements(db: Db, orderLineIds: number[]) {
  return db
    .selectFrom('entitlements')
    .select(['id', 'userId', 'albumId', 'imageId', 'orderLineId', 'downloadsUsed', 'state'])
    .select((eb) =>
      eb
        .selectFrom('entitlementSwaps')
        .select('toPriceCents')
        .whereRef('entitlementSwaps.entitlementId', '=', 'entitlements.id')
        .orderBy('entitlementSwaps.id', 'desc')
        .limit(1)
        .as('swappedToCents'),
    )
    .$narrowType<{ state: EntitlementState }>()
    .where('orderLineId', '=', anyOf(orderLineIds))
    .orderBy('id')
    .execute();
}

/** What is being paid for, and gifts that wait for their recipients, belongs to nobody yet but is sold. */
const WAITING = sql`(
  select order_lines.order_id, order_lines.album_id, order_lines.image_id from order_lines
  where order_lines.order_id in (
      select order_id from payment_attempts where state in ('processing', 'requires_action', 'authorized')
      union select id from orders where is_gift and paid_at is not null and gift_delivered_at is null)
    and not exists (select from entitlements held where held.order_line_id = order_lines.id)
    and not ${isLineRefunded})`;

export async function countSold(
  db: Db,
  { albumId, imageIds }: { albumId: number; imageIds: number[] },
): Promise<{ photos: number; owners: number }> {
  const { rows } = await sql<{ photos: number; owners: number }>`
    with waiting as ${WAITING}
    select
      (select count(distinct image_id) from (select image_id from entitlements where state <> 'ended'
          union all select image_id from waiting) sold
        where image_id = any (${imageIds}::bigint[]))::int as photos,
      ((select count(distinct user_id) from entitlements
          where album_id = ${albumId} and image_id is null and state <> 'ended')
        + (select count(distinct order_id) from waiting where album_id = ${albumId} and image_id is null))::int
        as owners`.execute(db);
  return rows[0] ?? { photos: 0, owners: 0 };
}
