// The tasks that wait for staff, for the overview page and the badges of the menu.

import { type RawBuilder, sql } from 'kysely';
import { REVIEW_HOURS, URGENT_REVIEW_HOURS } from '#contract/endpoints/moderation.ts';
import type { Overview, StaffQueues } from '#contract/endpoints/overview.ts';
import { PAYMENT_TROUBLES, type PaymentCase } from '#contract/entities/order-of-user.ts';
import { CARD_ATTEMPT_LIMITS } from '#contract/rules/cards.ts';
import { can, type Permission } from '#contract/rules/permissions.ts';
import type { Tx } from '#server/context.ts';
import { SHOWN_NAME } from '#server/modules/accounts/find-people.ts';
import { prepareAlbumJob } from '#server/modules/catalogue/prepare-soon.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import type { DeadLetter } from '#server/platform/queue/queue.ts';
import { localDate, minutesFrom } from '#server/platform/time/clock.ts';
import { isoTime } from '#server/platform/time/timestamps.ts';
import { checkBooksJob } from './check-books.ts';
import { countCases, listOldestCases } from './payment-cases.ts';
import { compareDay } from './sales-report.ts';

/** The overview shows only the oldest cases; the page of payment cases lists all of them. */
const MAX_CASES_SHOWN = 8;
const MAX_NAMED = 5;
const MAX_ACCOUNTS = 500;
const MAX_ACCOUNTS_NAMED = 100;
/** Refunds to approve have their own part. */
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
    books_differ: await ifMay('payouts', async () => letters.some(({ name }) => name === checkBooksJob.name)),
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
    cover_requests: await ifMay('admin_report_photo_review', () => countCoverRequests(db)),
    conversations: await ifMay('customers', async () => (await countChats(db)).waiting),
    failed_jobs: await ifMay('settings', async () => (await queue.listDeadLetters()).length),
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

/** The columns of the only row have the names of the wire. */
async function readPart<T>(db: Db, query: RawBuilder<T>): Promise<T> {
  const { rows } = await query.execute(db.withoutPlugins());
  return rows[0] as T;
}

/** Counts photos, not reports; the first deadline of a photo's reports is the photo's. */
async function countReported(db: Db, now: Date): Part<'reported_photos'> {
  return readPart(
    db,
    sql`select count(*) as waiting, count(*) filter (where due_at < ${now}) as overdue,
      ${isoTime('min(due_at)')} as decide_by
    from (select min(created_at + make_interval(hours => case when staff_first
        then ${URGENT_REVIEW_HOURS}::int else ${REVIEW_HOURS}::int end)) as due_at from reported_photos
      where acknowledged_at is null group by image_id) photos`,
  );
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
  return readPart(
    db,
    sql`select count(*) as waiting, ${isoTime('min(last_message_at)')} as since from support_conversations
    where status = 'open' and last_from = 'customer'`,
  );
}

async function countEvidenceDue(
  db: Db,
  now: Date,
): Promise<NonNullable<Overview['payments']>['evidence_due']> {
  return readPart(
    db,
    sql`select count(*)::integer as waiting, ${isoTime('min(due_by)')} as due_by from disputes
    where state = 'open' and needs_response and (due_by is null or due_by > ${now})
      and not exists (select from dispute_evidence evidence where evidence.dispute_id = disputes.id
        and evidence.is_inquiry = disputes.is_inquiry and evidence.state <> 'refused')`,
  );
}

/** Accounts that the limit on declined cards may block, as their payments alone show it. */
async function listCardTesting(db: Db, now: Date): Part<'card_testing'> {
  const { minutes, block } = CARD_ATTEMPT_LIMITS.account;
  const { rows } = await sql<NonNullable<Overview['card_testing']>['cases'][number]>`
    select users.id as customer, ${SHOWN_NAME} as customer_name, count(*)::integer as declined,
      ${isoTime('min(tries.created_at)')} as since
    from card_attempts tries join users on users.id = tries.user_id
      left join payment_attempts attempts on attempts.id = tries.attempt_id
    where tries.created_at > ${minutesFrom(now, -minutes)} and tries.lifted_at is null
      and (tries.outcome = 'declined'
        or (attempts.state = 'failed' and attempts.failure_code <> 'processing_error'))
    group by users.id having count(*) >= ${block}
    order by max(tries.created_at) desc limit ${MAX_ACCOUNTS}`.execute(db.withoutPlugins());
  return { accounts: rows.length, cases: rows.slice(0, MAX_ACCOUNTS_NAMED) };
}

async function nameFailedAlbums(db: Db, albumIds: number[]): Part<'zips'> {
  const { rows: albums } = await sql<NonNullable<Overview['zips']>['albums'][number]>`
    select id as album, event_id as event, trim(program_name || ' ' || team_name) as name from albums
    where id = any(${albumIds}) order by id limit ${MAX_NAMED}`.execute(db);
  return { failed: new Set(albumIds).size, albums };
}

async function countCoverRequests(db: Db): Promise<number> {
  const { open } = await db
    .selectFrom('forcedCovers')
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
  return open;
}
