// What waits for staff: the overview page, and the badges of the menu, which count the same.
import { sql } from 'kysely';
import { REVIEW_HOURS, URGENT_REVIEW_HOURS } from '#contract/endpoints/moderation.ts';
import type { Overview, StaffQueues } from '#contract/endpoints/overview.ts';
import { PAYMENT_TROUBLES, type PaymentCase } from '#contract/entities/order-of-user.ts';
import { CARD_ATTEMPT_LIMITS } from '#contract/rules/cards.ts';
import { can, type Permission } from '#contract/rules/permissions.ts';
import type { Tx } from '#server/context.ts';
import { prepareAlbumJob } from '#server/modules/catalogue/prepare-soon.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import type { DeadLetter } from '#server/platform/queue/queue.ts';
import { localDate, minutesFrom } from '#server/platform/time/clock.ts';
import { toIso, toIsoOrNull } from '#server/platform/time/timestamps.ts';
import { countCases, listOldestCases } from './payment-cases.ts';
import { compareDay } from './sales-report.ts';

/** The overview shows only the oldest cases; the page of payment cases lists all of them. */
const MAX_CASES_SHOWN = 8;
const MAX_NAMED = 5;
const MAX_ACCOUNTS = 500;
const MAX_ACCOUNTS_NAMED = 100;
/** Refunds to approve have a part of their own. */
const MONEY_TROUBLES = PAYMENT_TROUBLES.filter((trouble) => trouble !== 'refund_request');
const LEDGER_CHECK = 'orders.check-ledger';

/** Parts that the role may not see are not queried. */
export async function showOverview(
  tx: Pick<Tx, 'db' | 'clock' | 'queue' | 'payments'>,
  actor: Actor,
  timeZone: string,
): Promise<Overview> {
  const { db, clock, queue } = tx;
  const now = clock.now();
  const letters = await queue.listDeadLetters();
  const ifMay = async <T>(permission: Permission, find: () => Promise<T>): Promise<T | null> =>
    can(actor, permission) ? find() : null;
  const counts = (await ifMay('customers', () => countCases(db, now))) ?? new Map();
  const countOf = (trouble: PaymentCase['trouble']) => counts.get(trouble) ?? 0;
  const listOldest = (troubles: PaymentCase['trouble'][]) =>
    listOldestCases(db, { now, troubles, limit: MAX_CASES_SHOWN });
  return {
    reported_photos: await ifMay('admin_report_photo_review', () => countReported(db, now)),
    unsorted_by_event: await ifMay('admin_albums', () => countUnsorted(db)),
    chats: await ifMay('customers', () => countChats(db)),
    payments: await ifMay('customers', async () => ({
      stuck_payments: countOf('payment'),
      stuck_refunds: countOf('refund'),
      open_disputes: countOf('dispute'),
      evidence_due: await countEvidenceDue(db, now),
      returned_refunds: countOf('returned_refund'),
      refused_refunds: countOf('refused_refund'),
      unbooked: countOf('unbooked'),
      ledger_differs: letters.some((letter) => letter.name === LEDGER_CHECK),
      cases: await listOldest(MONEY_TROUBLES),
    })),
    refund_requests: await ifMay('customers', async () => ({
      waiting: countOf('refund_request'),
      cases: await listOldest(['refund_request']),
    })),
    card_testing: await ifMay('customers', () => listCardTesting(db, now)),
    zips: await ifMay('admin_albums', () => nameFailedAlbums(db, listFailedAlbums(letters))),
    failed_jobs: letters.length,
    today: await ifMay('reports', () => compareDay(tx, { day: localDate(now, timeZone), timeZone })),
  };
}

/** The counts are those of the overview, so that a badge and its queue never differ. */
export async function countQueues(
  { db, clock, queue }: Pick<Tx, 'db' | 'clock' | 'queue'>,
  actor: Actor,
): Promise<StaffQueues> {
  const ifMay = async (permission: Permission, count: () => Promise<number>) =>
    can(actor, permission) ? count() : null;
  const cases = can(actor, 'customers') ? await countCases(db, clock.now()) : undefined;
  const refunds = cases?.get('refund_request') ?? 0;
  const all = [...(cases?.values() ?? [])].reduce((sum, waiting) => sum + waiting, 0);
  return {
    unsorted_photos: await ifMay('admin_albums', async () => (await countUnsorted(db)).waiting),
    reported_photos: await ifMay(
      'admin_report_photo_review',
      async () => (await countReported(db, clock.now())).waiting,
    ),
    conversations: await ifMay('customers', async () => (await countChats(db)).waiting),
    failed_jobs: await ifMay('admin', async () => (await queue.listDeadLetters()).length),
    refunds_to_approve: cases ? refunds : null,
    payment_cases: cases ? all - refunds : null,
  };
}

/** Buyers cannot download these albums. */
export function listFailedAlbums(letters: DeadLetter[]): number[] {
  return letters.flatMap(({ name, payload }) => {
    if (name !== prepareAlbumJob.name) return [];
    const prepared = prepareAlbumJob.payload.safeParse(payload);
    return prepared.success ? [prepared.data.albumId] : [];
  });
}

type Part<Name extends keyof Overview> = Promise<NonNullable<Overview[Name]>>;

/** Counts photos, not reports; the first deadline of a photo's reports is the photo's. */
async function countReported(db: Db, now: Date): Part<'reported_photos'> {
  const { rows } = await sql<{ waiting: number; overdue: number; decideBy: string | null }>`
    select count(*) as waiting, count(*) filter (where due_at < ${now}) as overdue, min(due_at) as decide_by
    from (select min(created_at + make_interval(hours => case when staff_first
        then ${URGENT_REVIEW_HOURS}::int else ${REVIEW_HOURS}::int end)) as due_at from reported_photos
      where acknowledged_at is null group by image_id) photos`.execute(db);
  const { waiting, overdue, decideBy } = rows[0] as (typeof rows)[number];
  return { waiting, overdue, decide_by: toIsoOrNull(decideBy) };
}

/** Photos without an album, at events that are not archived. */
async function countUnsorted(db: Db): Part<'unsorted_by_event'> {
  const { rows } = await sql<{ event: number; name: string; waiting: number; total: number }>`
    select events.id as event, events.name, count(*) as waiting, (sum(count(*)) over ())::int as total
    from images join events on events.id = images.event_id
    where images.album_id is null and images.state = 'ready' and images.hidden_at is null and not events.archived
    group by events.id, events.name order by waiting desc, events.id desc limit ${MAX_NAMED}`.execute(db);
  return {
    waiting: rows[0]?.total ?? 0,
    events: rows.map(({ event, name, waiting }) => ({ event, name, waiting })),
  };
}

async function countChats(db: Db): Part<'chats'> {
  const { rows } = await sql<{ waiting: number; since: string | null }>`
    select count(*) as waiting, min(last_message_at) as since from support_conversations
    where status = 'open' and last_from = 'customer'`.execute(db);
  return { waiting: rows[0]?.waiting ?? 0, since: toIsoOrNull(rows[0]?.since ?? null) };
}

async function countEvidenceDue(db: Db, now: Date) {
  const { rows } = await sql<{ waiting: number; dueBy: string | null }>`
    select count(*)::integer as waiting, min(due_by) as due_by from disputes
    where state = 'open' and needs_response and (due_by is null or due_by > ${now})
      and not exists (select from dispute_evidence evidence where evidence.dispute_id = disputes.id
        and evidence.is_inquiry = disputes.is_inquiry and evidence.state <> 'refused')`.execute(db);
  return { waiting: rows[0]?.waiting ?? 0, due_by: toIsoOrNull(rows[0]?.dueBy ?? null) };
}

/** Accounts that the limit on declined cards may block, as their payments alone show it. */
async function listCardTesting(db: Db, now: Date): Part<'card_testing'> {
  const { minutes, block } = CARD_ATTEMPT_LIMITS.account;
  const { rows } = await sql<{ userId: number; userName: string; declined: number; since: string }>`
    select users.id as user_id, users.name as user_name, count(*)::integer as declined, min(tries.created_at) as since
    from card_attempts tries join users on users.id = tries.user_id
      left join payment_attempts attempts on attempts.id = tries.attempt_id
    where tries.created_at > ${minutesFrom(now, -minutes)} and tries.lifted_at is null
      and (tries.outcome = 'declined'
        or (attempts.state = 'failed' and attempts.failure_code <> 'processing_error'))
    group by users.id, users.name having count(*) >= ${block}
    order by max(tries.created_at) desc limit ${MAX_ACCOUNTS}`.execute(db);
  return {
    accounts: rows.length,
    cases: rows.slice(0, MAX_ACCOUNTS_NAMED).map(({ userId, userName, declined, since }) => ({
      customer: userId,
      customer_name: userName,
      declined,
      since: toIso(since),
    })),
  };
}

async function nameFailedAlbums(db: Db, albumIds: number[]): Part<'zips'> {
  const albums = await db
    .selectFrom('albums')
    .select(['id', 'eventId', 'programName', 'teamName'])
    .where('id', '=', anyOf(albumIds))
    .orderBy('id')
    .limit(MAX_NAMED)
    .execute();
  return {
    failed: new Set(albumIds).size,
    albums: albums.map(({ id, eventId, programName, teamName }) => ({
      album: id,
      event: eventId,
      name: `${programName} ${teamName}`.trim(),
    })),
  };
}
