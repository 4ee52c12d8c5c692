import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/platform/database.ts';
import { inGaps } from './kept/spans.queries.ts';
import { bitsOf, type Kept } from './kept/spans.rules.ts';
import { EARNED_CENTS, inRange, type LedgerRange } from './ledger-range.queries.ts';
import type { Period } from './period.queries.ts';
import { seenIn } from './seen.queries.ts';

type OfPhotographer = { eventId: number; photographer: string | null };

/** The events of a page. The photos of `changed` ones changed after they were counted last, so they are counted anew. */
export type EventPage = { eventIds: number[]; changed: number[] };

/** The newest events, or those before `before`. Their ids never change, so no event is on two pages. */
export function listEventPage(db: Db, { before, limit }: { before: number | undefined; limit: number }) {
  const newestFirst = db
    .selectFrom('events')
    .select(['id', 'name', 'startDate'])
    .orderBy('id', 'desc')
    .limit(limit);
  return (before === undefined ? newestFirst : newestFirst.where('id', '<', before)).execute();
}

export async function listChangedEvents(db: Db, eventIds: number[]): Promise<number[]> {
  const { rows } = await sql<{ eventId: number }>`
    select event_id from kept_event_changes where event_id = any(${eventIds})
    union select event_id from frame_changes where event_id = any(${eventIds})`.execute(db);
  return rows.map(({ eventId }) => eventId);
}

type Frames = OfPhotographer & { frames: number; published: number; isRecent: boolean };

export async function countFrames(
  db: Db,
  { from, until }: Period,
  { eventIds, changed }: EventPage,
): Promise<Frames[]> {
  const isRecent = sql`arrived_at && tstzrange(${from}, ${until})`;
  const { rows } = await sql<Frames>`
    select event_id, photographer, frames, published, ${isRecent} as is_recent from kept_frames
    where event_id = any(${eventIds}) and event_id <> all(${changed})
    union all
    select event_id, photographer, frames, published, ${isRecent} from photographer_frames
    where event_id = any(${changed})`.execute(db);
  return rows;
}

type Earned = OfPhotographer & {
  chargedCents: number;
  returnedCents: number;
  albumSales: number;
  imageSales: number;
};

/** Sums what was written at the sale. */
export async function sumShares(
  db: Db,
  { mode }: LedgerRange,
  { spans, gaps }: Kept,
  { eventIds }: EventPage,
): Promise<Earned[]> {
  const { rows } = await sql<Earned>`
    with part as (
      select event_id, photographer, charged_cents, returned_cents, album_sales, image_sales from kept_shares
      where mode = ${mode} and span = any(${spans}) and event_id = any(${eventIds})
      union all
      select line.event_id, share.photographer, case when line.kind = 'charge' then ${EARNED_CENTS} else 0 end,
        case when line.kind not in ('charge', 'fee', 'dispute_fee') then ${EARNED_CENTS} else 0 end,
        case when line.is_image then 0 else line.sales end, case when line.is_image then line.sales else 0 end
      from ledger_lines line join ledger_line_shares share on share.line_id = line.id
      where line.mode = ${mode} and line.event_id = any(${eventIds}) and ${inGaps(sql`line.occurred_at`, gaps)})
    select event_id, photographer, sum(charged_cents)::bigint as charged_cents,
      sum(returned_cents)::bigint as returned_cents, sum(album_sales)::int as album_sales,
      sum(image_sales)::int as image_sales
    from part group by 1, 2`.execute(db);
  return rows;
}

/**
 * Counts the photos that were sold alone or with their album, each once: an album counts with all its photos, or else its
 * photos that were sold alone. A sale that was taken back in the same period does not count.
 */
export async function countSold(
  db: Db,
  range: LedgerRange,
  { months, gaps }: Kept,
  { eventIds }: Pick<EventPage, 'eventIds'>,
) {
  const { mode } = range;
  const wasTakenBack = sql`exists (select from ledger_lines back
    where back.order_line_id = line.order_line_id and back.sales < 0)`;
  const soldWhere = (condition: RawBuilder<unknown>) => sql`
    select line.event_id, line.album_id, share.photographer,
      case when line.is_image then coalesce(line.image_id, -line.order_line_id) else 0 end as item_id, share.photos
    from ledger_lines line join ledger_line_shares share on share.line_id = line.id
    where line.mode = ${mode} and line.event_id = any(${eventIds}) and line.sales > 0 and ${condition}`;
  const kept = sql`
    select event_id, album_id, photographer, item_id, photos from kept_sold
    where mode = ${mode} and event_id = any(${eventIds}) and ${isSoldIn(months)}`;
  const { rows } = await sql<OfPhotographer & { sold: number }>`
    with recent as (
      ${soldWhere(sql`${inGaps(sql`line.occurred_at`, gaps)} and not ${wasTakenBack}`)}
      union all ${soldWhere(sql`${inRange(range)} and line.order_line_id in (
        select line.order_line_id from ledger_lines line
        where ${inRange(range)} and line.event_id = any(${eventIds}) and ${wasTakenBack}
        group by 1 having sum(line.sales) > 0)`)}),
    sold as (
      select * from recent
      union all ${kept} and not is_alone
      union all ${kept} and is_alone and album_id in (select album_id from recent)),
    albums as (
      select event_id, album_id, photographer, max(photos) as photos from sold where item_id = 0 group by 1, 2, 3),
    images as (
      select event_id, album_id, photographer, count(*)::integer as photos from (
        select distinct event_id, album_id, photographer, item_id from sold where item_id <> 0) image
      group by 1, 2, 3)
    select event_id, photographer, sum(photos)::int as sold from (
      select event_id, photographer, photos from (${kept} and is_alone) alone
      where album_id not in (select album_id from recent)
      union all
      select event_id, photographer, photos from albums
      union all
      select event_id, photographer, photos from images
      where not exists (select from albums where albums.event_id = images.event_id
        and albums.album_id = images.album_id
        and coalesce(albums.photographer, '') = coalesce(images.photographer, ''))) counted
    group by 1, 2`.execute(db);
  return rows;
}

function isSoldIn(months: readonly string[]): RawBuilder<unknown> {
  const decades = bitsOf(months).map(
    ({ decade, bits }) =>
      sql`decade = ${decade} and months & ${bits}::bit(120) <> repeat('0', 120)::bit(120)`,
  );
  return decades.length === 0 ? sql`false` : sql`(${sql.join(decades, sql` or `)})`;
}

/** Counts views of the albums that show a photo of the photographer now. */
export async function countViews(db: Db, { spans, gaps }: Kept, { eventIds, changed }: EventPage) {
  const { rows } = await sql<OfPhotographer & { views: number }>`
    with recent as (
      select album_id, count(*)::integer as views from ${seenIn(gaps)} seen group by 1),
    shot as (
      select event_id, album_id, photographer from album_frames where event_id = any(${changed}) and shown > 0),
    part as (
      select event_id, photographer, views from kept_seen
      where span = any(${spans}) and event_id = any(${eventIds}) and event_id <> all(${changed})
      union all
      select frame.event_id, frame.photographer, recent.views from recent join frame_counts frame using (album_id)
      where frame.shown > 0 and frame.event_id = any(${eventIds}) and frame.event_id <> all(${changed})
      union all
      select shot.event_id, shot.photographer, recent.views from recent join shot using (album_id)
      union all
      select shot.event_id, shot.photographer, kept_views.views from shot join kept_views using (album_id)
      where kept_views.span = any(${spans}))
    select event_id, photographer, sum(views)::int as views from part group by 1, 2`.execute(db);
  return rows;
}
