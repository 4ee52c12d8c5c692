import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { CardAttemptSubject, CardAttemptTally } from '#contract/rules/cards.ts';
import type { CardAttempts } from '#server/platform/database/database.gen.ts';
import type { Db } from '#server/platform/database/database.ts';

/** No call to the provider takes longer, so after this time the process that made it is gone. */
const CALL_MINUTES = 5;

const COLUMNS = { account: 'user_id', device: 'device', card: 'fingerprint', address: 'network' } as const;

/** `ofUser` counts only the tries of this account. */
export type SubjectOfCardAttempt = { subject: CardAttemptSubject; value: string | number; ofUser?: number };

/**
 * Trouble on the provider's side, payments without an answer, and those that wait for the buyer at the bank say nothing
 * about the card. What becomes known of a payment later counts.
 */
function resultAt(now: Date): RawBuilder<'declined' | 'passed' | 'open' | 'ignored'> {
  return sql`case
    when attempts.state in ('succeeded', 'authorized', 'released') then 'passed'
    when attempts.state = 'failed' then case attempts.failure_code when 'processing_error' then 'ignored' else 'declined' end
    when tries.outcome is not null then tries.outcome
    when attempts.state = 'requires_action' or attempts.intent_id is not null then 'ignored'
    when tries.created_at > ${now}::timestamptz - ${sql.lit(`${CALL_MINUTES} minutes`)}::interval then 'open'
    else 'ignored' end`;
}

function attemptsOf({ subject, value, ofUser }: SubjectOfCardAttempt, since: Date, now: Date) {
  const ofOne = ofUser === undefined ? sql`` : sql`and tries.user_id = ${ofUser}`;
  return sql`
    select tries.created_at, ${resultAt(now)} as result
    from card_attempts tries left join payment_attempts attempts on attempts.id = tries.attempt_id
    where ${sql.ref(`tries.${COLUMNS[subject]}`)} = ${value} and tries.created_at > ${since} and tries.lifted_at is null
      ${ofOne}`;
}

/** Returns where a payment came from, as long as that is kept. */
export async function findNetworkOf(db: Db, attemptId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('cardAttempts')
    .select('network')
    .where('attemptId', '=', attemptId)
    .where('network', 'is not', null)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row?.network ?? undefined;
}

export async function tallyCardAttempts(
  db: Db,
  of: SubjectOfCardAttempt,
  since: Date,
  now: Date,
): Promise<CardAttemptTally> {
  const { rows } = await sql<CardAttemptTally>`
    select count(*) filter (where result = 'declined')::integer as declined,
      count(*) filter (where result = 'open')::integer as open,
      count(*) filter (where result = 'passed')::integer as passed
    from (${attemptsOf(of, since, now)}) counted`.execute(db);
  return rows[0] ?? { declined: 0, open: 0, passed: 0 };
}

/** Returns the time of the try that must expire before another card may be tried. */
export async function findBlockingCardAttempt(
  db: Db,
  of: SubjectOfCardAttempt,
  { since, now, place }: { since: Date; now: Date; place: number },
): Promise<Date | undefined> {
  const { rows } = await sql<{ createdAt: string }>`
    select created_at from (${attemptsOf(of, since, now)}) counted
    where result = 'declined' order by created_at desc offset ${place} limit 1`.execute(db);
  return rows[0] && new Date(rows[0].createdAt);
}

export async function insertCardAttempt(db: Db, tried: Insertable<CardAttempts>): Promise<number> {
  const { id } = await db.insertInto('cardAttempts').values(tried).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function saveCardAttemptOutcome(
  db: Db,
  tryId: number,
  outcome: 'declined' | 'ignored',
): Promise<void> {
  await db.updateTable('cardAttempts').set({ outcome }).where('id', '=', tryId).execute();
}

/** The provider gave no answer: whatever it decides counts when the payment shows it. */
export async function endOpenCardAttempt(db: Db, attemptId: number): Promise<void> {
  await db
    .updateTable('cardAttempts')
    .set({ outcome: 'ignored' })
    .where('attemptId', '=', attemptId)
    .where('outcome', 'is', null)
    .execute();
}

export function findCardAttemptOf(db: Db, attemptId: number) {
  return db
    .selectFrom('cardAttempts')
    .select(['device', 'network', 'fingerprint'])
    .where('attemptId', '=', attemptId)
    .executeTakeFirst();
}

type ListedCardAttempt = {
  createdAt: string;
  result: 'declined' | 'passed' | 'open' | 'ignored';
  failureCode: string | null;
  brand: string | null;
  last4: string | null;
  liftedAt: string | null;
};

export async function listAttemptsOfUser(
  db: Db,
  userId: number,
  { now, limit }: { now: Date; limit: number },
) {
  const { rows } = await sql<ListedCardAttempt>`
    select tries.created_at, ${resultAt(now)} as result, attempts.failure_code, sources.brand, sources.last4,
      tries.lifted_at
    from card_attempts tries left join payment_attempts attempts on attempts.id = tries.attempt_id
      left join payment_sources sources on sources.id = attempts.source_id
    where tries.user_id = ${userId} order by tries.created_at desc, tries.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Also clears attempts by others on this account's devices and cards. Returns the number of attempts. */
export async function markAttemptsLifted(db: Db, userId: number, now: Date): Promise<number> {
  const { rows } = await sql`
    with own as (select device, fingerprint from card_attempts where user_id = ${userId} and lifted_at is null)
    update card_attempts set lifted_at = ${now}
    where lifted_at is null and (user_id = ${userId} or device in (select device from own)
      or fingerprint in (select fingerprint from own))
    returning id`.execute(db);
  return rows.length;
}

export async function deleteCardAttemptsBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('cardAttempts').where('createdAt', '<', before.toISOString()).execute();
}
