import { sql } from 'kysely';
import { anyOf, type Db } from '#server/platform/database.ts';
import { type LedgerRange, ledgerParts } from './ledger-parts.queries.ts';
import type { Period } from './period.queries.ts';

/** Conditions on `images` for photos that customers can see. */
const IS_SHOWN = sql`images.state = 'ready' and images.hidden_at is null and images.album_id is not null`;
const NAME = sql`nullif(btrim(images.photographer), '')`;

type OfPhotographer = { eventId: number; photographer: string | null };

export async function countFrames(db: Db, { from, until }: Period) {
  const { rows } = await sql<OfPhotographer & { frames: number; published: number; isRecent: boolean }>`
    select images.event_id, ${NAME} as photographer, count(*) as frames,
      count(*) filter (where ${IS_SHOWN} and albums.published_at is not null) as published,
      bool_or(images.created_at >= ${from} and images.created_at < ${until}) as is_recent
    from images left join albums on albums.id = images.album_id
    group by 1, 2`.execute(db);
  return rows;
}

/** Sales and refunds by album, or by image if it was sold alone. */
export async function listSoldItems(db: Db, range: LedgerRange) {
  type Sold = { albumId: number; imageId: number | null; eventId: number; sales: number };
  const { rows } = await sql<Sold & { chargedCents: number; returnedCents: number }>`
    with ${ledgerParts(range)}
    select line.album_id, line.image_id, albums.event_id,
      count(distinct line.id) filter (where entries.kind = 'charge' and orders.paid_at is not null) as sales,
      coalesce(sum(parts.amount_cents) filter (where entries.kind = 'charge'), 0) as charged_cents,
      coalesce(sum(parts.amount_cents) filter (where entries.kind <> 'charge'), 0) as returned_cents
    from parts join entries on entries.id = parts.entry_id
      join order_lines line on line.id = parts.line_id
      join orders on orders.id = line.order_id
      join albums on albums.id = line.album_id
    group by 1, 2, 3`.execute(db);
  return rows;
}

export async function listAlbumShares(db: Db, albumIds: number[]) {
  const { rows } = await sql<{ albumId: number; photographer: string | null; frames: number }>`
    select images.album_id, ${NAME} as photographer, count(*) as frames from images
    where images.album_id = any(${albumIds}) and ${IS_SHOWN}
    group by 1, 2`.execute(db);
  return rows;
}

export async function listPhotographersOf(db: Db, imageIds: number[]) {
  const { rows } = await sql<{ id: number; photographer: string | null }>`
    select images.id, ${NAME} as photographer from images where images.id = any(${imageIds})`.execute(db);
  return rows;
}

export async function countSoldFrames(db: Db, sold: { albumIds: number[]; imageIds: number[] }) {
  const { rows } = await sql<OfPhotographer & { sold: number }>`
    select images.event_id, ${NAME} as photographer, count(*) as sold from images
    where images.id = any(${sold.imageIds}) or (images.album_id = any(${sold.albumIds}) and ${IS_SHOWN})
    group by 1, 2`.execute(db);
  return rows;
}

export async function countViews(db: Db, { from, until }: Period) {
  const { rows } = await sql<OfPhotographer & { views: number }>`
    with viewed as (
      select found.album_id, count(*) as views from user_album_views view
        join user_found_albums found on found.id = view.found_album_id
      where view.created_at >= ${from} and view.created_at < ${until}
      group by 1),
    shot as (
      select distinct images.event_id, images.album_id, ${NAME} as photographer from images
      where images.album_id in (select album_id from viewed) and ${IS_SHOWN})
    select shot.event_id, shot.photographer, sum(viewed.views)::int as views
    from shot join viewed using (album_id) group by 1, 2`.execute(db);
  return rows;
}

export function listEventNames(db: Db, eventIds: number[]) {
  return db
    .selectFrom('events')
    .select(['id', 'name', 'startDate'])
    .where('id', '=', anyOf(eventIds))
    .execute();
}
