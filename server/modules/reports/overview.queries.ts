import { sql } from 'kysely';
import { anyOf, type Db } from '#server/platform/database.ts';

const MOST_NAMED = 5;

type Waiting = { waiting: number; since: string | null };

/** Counts photos, not reports; the first deadline of a photo's reports is the photo's. */
export async function countReported(db: Db, now: Date, hours: { usual: number; urgent: number }) {
  const { rows } = await sql<{ waiting: number; overdue: number; decideBy: string | null }>`
    select count(*) as waiting, count(*) filter (where due_at < ${now}) as overdue, min(due_at) as decide_by
    from (select min(created_at + make_interval(hours => case when staff_first
        then ${hours.urgent}::int else ${hours.usual}::int end)) as due_at from reported_photos
      where acknowledged_at is null group by image_id) photos`.execute(db);
  return rows[0] as (typeof rows)[number];
}

/** Photos without an album, at events that are not archived. */
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

export async function countEvidenceDue(
  db: Db,
  now: Date,
): Promise<{ waiting: number; dueBy: string | null }> {
  const { rows } = await sql<{ waiting: number; dueBy: string | null }>`
    select count(*)::integer as waiting, min(due_by) as due_by from disputes
    where state = 'open' and needs_response and (due_by is null or due_by > ${now})
      and not exists (select from dispute_evidence evidence where evidence.dispute_id = disputes.id
        and evidence.is_inquiry = disputes.is_inquiry and evidence.state <> 'refused')`.execute(db);
  return rows[0] ?? { waiting: 0, dueBy: null };
}

export type CardTestingCase = { userId: number; userName: string; declined: number; since: string };

const MOST_CASES = 500;

/** Accounts that the limit on declined cards may block, as their payments alone show it. */
export async function listCardTesting(
  db: Db,
  { aDayAgo, block }: { aDayAgo: Date; block: number },
): Promise<CardTestingCase[]> {
  const { rows } = await sql<CardTestingCase>`
    select users.id as user_id, users.name as user_name, count(*)::integer as declined, min(tries.created_at) as since
    from card_tries tries join users on users.id = tries.user_id
      left join payment_attempts attempts on attempts.id = tries.attempt_id
    where tries.created_at > ${aDayAgo} and tries.lifted_at is null and (tries.outcome = 'declined'
      or (attempts.state = 'failed' and attempts.failure_code <> 'processing_error'))
    group by users.id, users.name having count(*) >= ${block}
    order by max(tries.created_at) desc limit ${MOST_CASES}`.execute(db);
  return rows;
}

export function listAlbumNames(db: Db, albumIds: number[]) {
  return db
    .selectFrom('albums')
    .select(['id', 'eventId', 'programName', 'teamName'])
    .where('id', '=', anyOf(albumIds))
    .orderBy('id')
    .limit(MOST_NAMED)
    .execute();
}
