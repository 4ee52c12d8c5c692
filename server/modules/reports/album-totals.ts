// Sales and downloads beside each album of the staff list.
import { type RawBuilder, sql } from 'kysely';
import type { ListedAlbum } from '#contract/entities/staff-event.ts';
import type { Context } from '#server/context.ts';
import { prepareAlbumJob, prepareKeys } from '#server/modules/catalogue/prepare-soon.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { PaymentMode } from '#server/platform/payments/payment-types.ts';
import { listFailedAlbums } from './show-overview.ts';

type Totals = Pick<ListedAlbum, 'sold' | 'revenue' | 'zip'>;
type Sized = { id: number; imagesCount: number };
type AlbumScope = { mode: PaymentMode; isWanted: RawBuilder<boolean> };

export function albumTotals(context: Pick<Context, 'db' | 'queue' | 'payments'>) {
  return {
    of: (albums: readonly Sized[]) => readAlbumTotals(context, albums),
    /** Returns a subquery with the `album_id` and the `value` of every album that has one. */
    valuesFor: (key: 'sold' | 'revenue') => valuesFor(key, context.payments.mode),
  };
}

async function readAlbumTotals(
  { db, queue, payments: { mode } }: Pick<Context, 'db' | 'queue' | 'payments'>,
  albums: readonly Sized[],
): Promise<(albumId: number) => Totals> {
  const ids = albums.map(({ id }) => id);
  const sold = await countSold(db, { mode, isWanted: sql<boolean>`line.album_id = any(${ids})` });
  const soldOf = new Map(sold.map((row) => [row.albumId, row.albums + row.images]));
  const { rows: revenue } = await sql<{ albumId: number; cents: number }>`
    select album_id, sum(amount_cents)::bigint as cents from ledger_lines
    where album_id = any(${ids}) and ${isCustomersMoney(mode)} group by album_id`.execute(db);
  const revenueOf = new Map(revenue.map(({ albumId, cents }) => [albumId, cents]));
  const unprepared = await findUnprepared(db, ids);
  const failed = new Set(listFailedAlbums(await queue.listDeadLetters()));
  const underWay = new Set(await queue.listUnderWay(prepareAlbumJob, ids.flatMap(prepareKeys)));
  const empty = new Set(albums.filter(({ imagesCount }) => imagesCount === 0).map(({ id }) => id));
  const zipOf = (id: number): Totals['zip'] => {
    if (empty.has(id)) return 'no_photos';
    if (prepareKeys(id).some((key) => underWay.has(key))) return 'working';
    if (failed.has(id)) return 'failed';
    return unprepared.has(id) ? 'not_prepared' : 'ready';
  };
  return (id) => ({ sold: soldOf.get(id) ?? 0, revenue: revenueOf.get(id) ?? 0, zip: zipOf(id) });
}

/** The money customers paid, after refunds and disputes and before card fees. */
export const isCustomersMoney = (mode: PaymentMode) =>
  sql`mode = ${mode} and kind not in ('fee', 'dispute_fee')`;

/** A condition on `orders`. */
export const isPaid = (mode: PaymentMode) =>
  sql`orders.paid_at is not null and ${hasPayment(mode, sql`orders.id`)}`;

const hasPayment = (mode: PaymentMode, orderId: RawBuilder<unknown>) => sql`exists (
  select from payment_attempts attempt where attempt.order_id = ${orderId} and attempt.state = 'succeeded'
    and attempt.mode = ${mode})`;

/**
 * Lines that are not refunded or lost to a dispute; a pool counts once, and a gift also while it waits. Only what was paid
 * for is given to a customer.
 */
const soldLines = ({ mode, isWanted }: AlbumScope) => sql`(
  select line.order_id, line.album_id, line.image_id from order_lines line
  where ${isWanted} and exists (select from entitlements own where own.order_line_id = line.id and own.state <> 'ended')
  union all
  select line.order_id, line.album_id, line.image_id from orders join order_lines line on line.order_id = orders.id
  where ${isWanted} and orders.is_gift and orders.paid_at is not null
    and (line.refunded_cents < line.total_cents or line.total_cents = 0)
    and not exists (select from entitlements own where own.order_line_id = line.id)) line
  where ${hasPayment(mode, sql`line.order_id`)}`;

/** `isWanted` is a condition on `line`, a row of `order_lines`. */
export async function countSold(db: Db, scope: AlbumScope) {
  const { rows } = await sql<{ albumId: number; albums: number; images: number }>`
    select line.album_id, count(*) filter (where line.image_id is null) as albums,
      count(*) filter (where line.image_id is not null) as images
    from ${soldLines(scope)} group by 1`.execute(db);
  return rows;
}

/** Materialized, because parallel workers would otherwise each sum up all albums. */
const valuesFor = (key: 'sold' | 'revenue', mode: PaymentMode) => sql`(
  with sums as materialized (${
    key === 'sold'
      ? sql`select line.album_id, count(*) as value from ${soldLines({ mode, isWanted: sql<boolean>`true` })} group by 1`
      : sql`select album_id, sum(amount_cents)::bigint as value from ledger_lines where ${isCustomersMoney(mode)} group by 1`
  }) select * from sums)`;

/** Albums of which a photo still has to be prepared for downloads. */
async function findUnprepared(db: Db, albumIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select albums.id from albums where albums.id = any(${albumIds}) and exists (
      select from images left join clean_originals clean on clean.image_id = images.id
      where images.album_id = albums.id and images.state = 'ready' and images.hidden_at is null
        and clean.image_id is null)`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
