import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/platform/database.ts';
import type { PaymentMode } from '#server/platform/payments/payment-types.ts';

/** Everything an album has sold, as a subquery for the staff list of albums. */
export const keptAlbumsOf = (mode: PaymentMode): RawBuilder<unknown> =>
  sql`(select album_id, sold, cents from kept_albums where mode = ${mode})`;

export async function hasChangedAlbums(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from kept_album_changes) as found`.execute(db);
  return rows[0]?.found ?? false;
}

export async function takeChangedAlbums(db: Db, limit: number): Promise<number[]> {
  const { rows } = await sql<{ albumId: number }>`
    with taken as (
      delete from kept_album_changes where id in (select id from kept_album_changes order by id limit ${limit})
      returning album_id)
    select distinct album_id from taken order by album_id`.execute(db);
  return rows.map(({ albumId }) => albumId);
}

export type KeptAlbum = { albumId: number; sold: number; cents: number };

export async function writeKeptAlbums(
  db: Db,
  mode: PaymentMode,
  albums: readonly KeptAlbum[],
): Promise<void> {
  await sql`
    update kept_albums kept set sold = now.sold, cents = now.cents
    from unnest(${albums.map(({ albumId }) => albumId)}::int[], ${albums.map(({ sold }) => sold)}::int[],
      ${albums.map(({ cents }) => cents)}::bigint[]) now (album_id, sold, cents)
    where kept.album_id = now.album_id and kept.mode = ${mode}
      and (kept.sold, kept.cents) <> (now.sold, now.cents)`.execute(db);
}

/** Adds up the albums of every event that has one of these albums. */
export async function writeEventSums(db: Db, albumIds: readonly number[]): Promise<void> {
  await sql`
    update kept_event_sums sums set cents = now.cents
    from (
      select albums.event_id, kept.mode, sum(kept.cents)::bigint as cents
      from albums join kept_albums kept on kept.album_id = albums.id
      where albums.event_id in (select event_id from albums where id = any(${albumIds}))
      group by 1, 2) now
    where sums.event_id = now.event_id and sums.mode = now.mode and sums.cents <> now.cents`.execute(db);
}
