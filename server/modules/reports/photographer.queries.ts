import { sql } from 'kysely';
import type { Db } from '#server/platform/database.ts';
import { EARNED_CENTS } from './ledger-range.queries.ts';

/** The books of one photographer at one event. They are few, so nothing kept is needed. */
export type OwnBooks = { eventId: number; photographer: string; mode: string };

export async function countOwnFrames(db: Db, { eventId, photographer }: OwnBooks) {
  const { rows } = await sql<{ frames: number; published: number }>`
    select coalesce(sum(frames), 0)::int as frames, coalesce(sum(published), 0)::int as published
    from photographer_frames where event_id = ${eventId} and photographer = ${photographer}`.execute(db);
  return rows[0] ?? { frames: 0, published: 0 };
}

export async function sumOwnShares(db: Db, { eventId, photographer, mode }: OwnBooks) {
  const { rows } = await sql<{ chargedCents: number; returnedCents: number }>`
    select coalesce(sum(${EARNED_CENTS}) filter (where line.kind = 'charge'), 0)::bigint as charged_cents,
      coalesce(sum(${EARNED_CENTS}) filter (
        where line.kind not in ('charge', 'fee', 'dispute_fee')), 0)::bigint as returned_cents
    from ledger_lines line join ledger_line_shares share on share.line_id = line.id
    where line.event_id = ${eventId} and line.mode = ${mode} and share.photographer = ${photographer}`.execute(
    db,
  );
  return rows[0] ?? { chargedCents: 0, returnedCents: 0 };
}

/** An album counts with all its photos, or else its photos that were sold alone; sales that were taken back do not count. */
export async function countOwnSold(db: Db, { eventId, photographer, mode }: OwnBooks): Promise<number> {
  const { rows } = await sql<{ sold: number }>`
    with sold as (
      select line.album_id,
        case when line.is_image then coalesce(line.image_id, -line.order_line_id) else 0 end as item_id, share.photos
      from ledger_lines line join ledger_line_shares share on share.line_id = line.id
      where line.event_id = ${eventId} and line.mode = ${mode} and share.photographer = ${photographer}
        and line.sales > 0 and (select sum(one.sales) from ledger_lines one
          where one.order_line_id = line.order_line_id) > 0),
    albums as (select album_id, max(photos) as photos from sold where item_id = 0 group by 1)
    select (coalesce((select sum(photos) from albums), 0) + (
      select count(distinct (album_id, item_id)) from sold
      where item_id <> 0 and album_id not in (select album_id from albums)))::int as sold`.execute(db);
  return rows[0]?.sold ?? 0;
}
