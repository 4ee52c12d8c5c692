import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';
import { inRange, type LedgerRange, type Period } from './period.queries.ts';
import { findFilledDays, sharesIn } from './sales-daily.ts';

type OfPhotographer = { eventId: number; photographer: string | null };

/** The newest events, or those before `before`. Their ids never change, so no event is on two pages. */
export function listEventPage(db: Db, { before, limit }: { before: number | undefined; limit: number }) {
  const newestFirst = db
    .selectFrom('events')
    .select(['id', 'name', 'startDate'])
    .orderBy('id', 'desc')
    .limit(limit);
  return (before === undefined ? newestFirst : newestFirst.where('id', '<', before)).execute();
}

type Frames = OfPhotographer & { frames: number; published: number; views: number };

/**
 * Counts photos as they are now, and views of the albums that show one of them. Events without photos, sales or views in the
 * period are left out, because counting millions of photos takes long.
 */
export async function countFrames(
  db: Db,
  range: LedgerRange,
  eventIds: readonly number[],
): Promise<Frames[]> {
  const isRecent = sql`created_at >= ${range.from} and created_at < ${range.until}`;
  const { rows } = await sql<Frames>`
    with seen as materialized (
      select album_id, count(*) as views from user_album_views where ${isRecent} group by album_id),
    active as (
      select id from events where id = any(${eventIds}) and (
        exists (select from images where event_id = events.id and ${isRecent})
        or exists (select from ledger_lines line where line.event_id = events.id and ${inRange(range)})
        or id in (select albums.event_id from seen join albums on albums.id = seen.album_id))),
    spelled as (
      select event_id, album_id, photographer, count(*) as frames,
        count(*) filter (where state = 'ready' and hidden_at is null and album_id is not null) as shown
      from images where event_id = any(array(select id from active)) group by event_id, album_id, photographer),
    shot as (
      select event_id, album_id, nullif(btrim(photographer), '') as photographer, sum(frames) as frames,
        sum(shown) as shown
      from spelled group by 1, 2, 3)
    select shot.event_id, shot.photographer, sum(shot.frames)::int as frames,
      coalesce(sum(shot.shown) filter (where albums.published_at is not null), 0)::int as published,
      coalesce(sum(seen.views) filter (where shot.shown > 0), 0)::int as views
    from shot left join albums on albums.id = shot.album_id left join seen on seen.album_id = shot.album_id
    group by 1, 2`.execute(db);
  return rows;
}

/** Finds those of the photographers whose photos of the event arrived in the period. */
export async function listArrived(
  db: Db,
  { from, until }: Period,
  photographers: readonly OfPhotographer[],
): Promise<OfPhotographer[]> {
  const eventIds = photographers.map(({ eventId }) => eventId);
  const names = photographers.map(({ photographer }) => photographer);
  const { rows } = await sql<OfPhotographer>`
    select wanted.event_id, wanted.photographer
    from unnest(${eventIds}::int[], ${names}::text[]) wanted (event_id, photographer)
    where exists (select from images where event_id = wanted.event_id and created_at >= ${from} and created_at < ${until}
      and nullif(btrim(images.photographer), '') is not distinct from wanted.photographer)`.execute(db);
  return rows;
}

type Earned = OfPhotographer & {
  chargedCents: number;
  returnedCents: number;
  earnedCents: number;
  albumSales: number;
  imageSales: number;
};

/** Sums what was written at the sale. */
export async function sumShares(db: Db, range: LedgerRange, eventIds: readonly number[]): Promise<Earned[]> {
  const filled = await findFilledDays(db, range);
  const { rows } = await sql<Earned>`
    select event_id, photographer, coalesce(sum(cents) filter (where kind = 'charge'), 0)::bigint as charged_cents,
      coalesce(sum(cents) filter (where kind not in ('charge', 'fee', 'dispute_fee')), 0)::bigint as returned_cents,
      sum(earned_cents)::bigint as earned_cents,
      coalesce(sum(sales) filter (where not is_image), 0)::int as album_sales,
      coalesce(sum(sales) filter (where is_image), 0)::int as image_sales
    from ${sharesIn(range, filled, eventIds)} shares group by 1, 2`.execute(db);
  return rows;
}

/**
 * Counts the photos that were sold alone or with their album, each once: an album counts with all its photos, or else its
 * photos that were sold alone. A sale that was taken back in the same period does not count.
 */
export async function countSold(db: Db, range: LedgerRange, eventIds: readonly number[]) {
  const isWanted = sql`${inRange(range)} and line.event_id = any(${eventIds})`;
  const { rows } = await sql<OfPhotographer & { sold: number }>`
    with sold as (
      select line.event_id, line.album_id, share.photographer, max(share.photos) as photos,
        case when line.is_image then coalesce(line.image_id, -line.order_line_id) else 0 end as item_id
      from ledger_lines line join ledger_line_shares share on share.line_id = line.id
      where ${isWanted} and line.sales > 0 and line.order_line_id not in (
        select line.order_line_id from ledger_lines line
        where line.order_line_id in (select order_line_id from ledger_lines where sales < 0) and ${isWanted}
        group by 1 having sum(line.sales) <= 0)
      group by line.event_id, line.album_id, share.photographer, item_id),
    albums as (
      select event_id, photographer, max(photos) filter (where item_id = 0) as of_album,
        count(*) filter (where item_id <> 0) as alone
      from sold group by event_id, album_id, photographer)
    select event_id, photographer, sum(coalesce(of_album, alone))::int as sold from albums group by 1, 2`.execute(
    db,
  );
  return rows;
}
