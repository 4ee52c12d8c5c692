import { sql } from 'kysely';
import type { Db } from '#server/platform/database.ts';

const MOST_NAMED = 5;

type Waiting = { waiting: number; since: string | null };

/** Photos with an open report, however many reported them; a deadline counts from the first. */
export async function countReported(db: Db, overdueBefore: Date) {
  const { rows } = await sql<Waiting & { overdue: number }>`
    select count(*) as waiting, count(*) filter (where first_at < ${overdueBefore}) as overdue,
      min(first_at) as since
    from (select min(created_at) as first_at from reported_photos
      where acknowledged_at is null group by image_id) photos`.execute(db);
  return rows[0] as (typeof rows)[number];
}

/** Frames that no album was found for, at events that are not over and done with. */
export async function listDoubtful(db: Db) {
  const { rows } = await sql<{ eventId: number; name: string; waiting: number; total: number }>`
    select events.id as event_id, events.name, count(*) as waiting, (sum(count(*)) over ())::int as total
    from images join events on events.id = images.event_id
    where images.album_id is null and images.state = 'ready' and images.hidden_at is null and not events.archived
    group by events.id, events.name order by waiting desc, events.id desc limit ${MOST_NAMED}`.execute(db);
  return rows;
}

export async function countChats(db: Db): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    select count(*) as waiting, min(last_message_at) as since from support_conversations
    where status = 'open' and last_from = 'customer'`.execute(db);
  return rows[0] as Waiting;
}

/** A bank may take days over a refund it has accepted, and a buyer a day over a question of theirs. */
export async function countPaymentTroubles(
  db: Db,
  { soon, aDayAgo, aWeekAgo }: Record<'soon' | 'aDayAgo' | 'aWeekAgo', Date>,
) {
  const { rows } = await sql<{ stuckPayments: number; stuckRefunds: number; openDisputes: number }>`
    select
      (select count(*) from payment_attempts where (state = 'processing' and created_at < ${soon})
        or (state = 'requires_action' and created_at < ${aDayAgo})) as stuck_payments,
      (select count(*) from refunds where (state = 'reserved' and created_at < ${soon})
        or (state = 'pending' and created_at < ${aWeekAgo})) as stuck_refunds,
      (select count(*) from disputes where state = 'open') as open_disputes`.execute(db);
  return rows[0] as (typeof rows)[number];
}

export function listAlbumNames(db: Db, albumIds: number[]) {
  return db
    .selectFrom('albums')
    .select(['id', 'eventId', 'programName', 'teamName'])
    .where('id', '=', sql<number>`any(${albumIds})`)
    .orderBy('id')
    .limit(MOST_NAMED)
    .execute();
}
