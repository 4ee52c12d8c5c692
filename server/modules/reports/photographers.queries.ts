import { sql } from 'kysely';
import { anyOf, type Db } from '#server/platform/database.ts';
import { inRange, type LedgerRange } from './ledger-range.queries.ts';
import type { Period } from './period.queries.ts';
import { seenIn } from './seen.queries.ts';

type OfPhotographer = { eventId: number; photographer: string | null };

/** Counts that are up to date: those of the last run of the job, and the changes since. */
const FRAMES = sql`(
  select event_id, album_id, photographer, frames, shown, first_at, last_at from frame_counts
  union all
  select event_id, album_id, photographer, frames, shown, first_at, last_at from frame_changes)`;

export async function countFrames(db: Db, { from, until }: Period) {
  const { rows } = await sql<OfPhotographer & { frames: number; published: number; isRecent: boolean }>`
    select frame.event_id, frame.photographer, sum(frame.frames)::int as frames,
      coalesce(sum(frame.shown) filter (where albums.published_at is not null), 0)::int as published,
      bool_or(frame.last_at >= ${from} and frame.first_at < ${until}) as is_recent
    from ${FRAMES} frame left join albums on albums.id = frame.album_id
    group by 1, 2 having sum(frame.frames) > 0`.execute(db);
  return rows;
}

export type Sold = OfPhotographer & {
  chargedCents: number;
  returnedCents: number;
  albumSales: number;
  imageSales: number;
  sold: number;
};

/** Sums by what was written at the sale. A photo that was sold alone and with its album counts once. */
export async function listSold(db: Db, range: LedgerRange): Promise<Sold[]> {
  const { rows } = await sql<Sold>`
    with parts as not materialized (
      select line.event_id, line.album_id, line.image_id, line.is_image, line.kind, line.sales, share.photographer,
        share.photos, share.amount_cents
      from ledger_lines line join ledger_line_shares share on share.line_id = line.id where ${inRange(range)}),
    albums_sold as (
      select event_id, album_id, photographer, max(photos) filter (where not is_image) as photos,
        sum(amount_cents) filter (where kind = 'charge') as charged,
        sum(amount_cents) filter (where kind not in ('charge', 'fee', 'dispute_fee')) as returned,
        sum(sales) filter (where not is_image) as album_sales, sum(sales) filter (where is_image) as image_sales
      from parts group by 1, 2, 3),
    images_sold as (
      select event_id, album_id, coalesce(photographer, '') as name, count(*) as images
      from (select event_id, album_id, photographer, image_id from parts where is_image
        group by 1, 2, 3, 4 having sum(sales) > 0) image
      group by 1, 2, 3)
    select album.event_id, album.photographer, coalesce(sum(charged), 0)::bigint as charged_cents,
      coalesce(sum(returned), 0)::bigint as returned_cents, coalesce(sum(album_sales), 0)::int as album_sales,
      coalesce(sum(image_sales), 0)::int as image_sales,
      coalesce(sum(case when album_sales > 0 then photos else images end), 0)::int as sold
    from albums_sold album left join images_sold image on image.event_id = album.event_id
      and image.album_id = album.album_id and image.name = coalesce(album.photographer, '')
    group by 1, 2`.execute(db);
  return rows;
}

export async function countViews(db: Db, period: Period) {
  const { rows } = await sql<OfPhotographer & { views: number }>`
    with viewed as (
      select album_id, count(*) as views from ${seenIn(period)} seen group by 1),
    shot as (
      select event_id, album_id, photographer from ${FRAMES} frame
      where album_id in (select album_id from viewed) group by 1, 2, 3 having sum(shown) > 0)
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
