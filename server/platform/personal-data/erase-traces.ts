import { sql } from 'kysely';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import { containing } from '#server/platform/lists/keywords.ts';
import { escapeHtml } from '#server/platform/mail/escape-html.ts';

/** Facts that identify a person in free text. */
export type Traces = {
  userId: number;
  email: string;
  phoneNumber: string | null;
  name: string;
  firstName: string;
  /** True if the person has verified this address, and likewise the number. */
  ownsAddress: boolean;
  ownsPhone: boolean;
};

/**
 * Erases a person from waiting and finished jobs, rate limits, the outbox, suppressions and the audit log. What is
 * kept about an address or number stays unless it is theirs, so that nobody can lift a limit or an opt-out of others.
 */
export async function eraseTraces(db: Db, traces: Traces, heirId: number): Promise<void> {
  await eraseJobs(db, traces);
  await eraseRateHits(db, traces);
  await eraseOutbox(db, traces);
  await eraseAudit(db, traces, heirId);
  if (traces.ownsAddress) await eraseSuppressions(db, traces.email);
}

async function eraseSuppressions(db: Db, email: string): Promise<void> {
  await db.deleteFrom('mailSuppressions').where('email', '=', email).execute();
}

/**
 * Names are not unique, so only jobs that are over are found by name. A job that is running finishes without its row.
 */
async function eraseJobs(db: Db, { userId, name, firstName, ...rest }: Traces): Promise<void> {
  const unique = patternsOf([rest.ownsAddress ? rest.email : null, rest.phoneNumber]);
  const names = patternsOf([name]);
  await sql`
    delete from pgboss.job
    where data ->> 'userId' = ${String(userId)}
      or lower(data::text) like any (${unique}) or lower(output::text) like any (${unique})
      or (state in ('completed', 'cancelled', 'failed') and lower(data::text) like any (${names}))`.execute(
    db,
  );
  await sql`update pgboss.job set data = data - 'who' where data ->> 'who' = ${firstName}`.execute(db);
}

async function eraseRateHits(db: Db, { userId, ...traces }: Traces): Promise<void> {
  const { email, phoneNumber, ownsAddress, ownsPhone } = traces;
  const own = [
    String(userId),
    ...(ownsAddress ? [email.toLowerCase()] : []),
    ...(ownsPhone ? [phoneNumber] : []),
  ];
  // Whole parts of keys: the address of somebody else may end like this one, and their limits stay.
  await db
    .deleteFrom('rateHits')
    .where(sql<boolean>`string_to_array(lower(key), ':') && ${own}::text[]`)
    .execute();
}

/** Messages to others that only mention the first name stay, like letters that were delivered. */
async function eraseOutbox(db: Db, { email, phoneNumber, name }: Traces): Promise<void> {
  const texts = patternsOf([email, phoneNumber, name]);
  await db
    .deleteFrom('outboxMessages')
    .where(sql<boolean>`
      lower(recipient) = any (${[email.toLowerCase(), phoneNumber ?? '']})
      or lower(subject || ' ' || text || ' ' || html) like any (${texts})`)
    .execute();
}

/** Actions of staff stay on record, without the person they concerned. */
async function eraseAudit(
  db: Db,
  { userId, email, phoneNumber, name }: Traces,
  heirId: number,
): Promise<void> {
  const own = `user:${userId}`;
  const unique = patternsOf([email, phoneNumber]);
  // A name may be one letter, so it counts only as words of a search.
  const named = containing(` ${name.toLowerCase()} `);
  const search = sql`' ' || lower(after #>> '{filter,q}') || ' '`;
  const content = sql`lower(coalesce(before::text, '') || ' ' || coalesce(after::text, ''))`;
  await sql`
    update audit_log set before = before - 'userId' - 'memo', after = after - 'userId' - 'memo'
    where before ->> 'userId' = ${String(userId)}`.execute(db);
  await sql`
    update audit_log set before = null, after = null
    where subject = ${own} or ${content} like any (${unique})
      or ${search} like ${named}`.execute(db);
  await db
    .updateTable('auditLog')
    .set({ subject: `user:${heirId}` })
    .where('subject', '=', own)
    .execute();
}

/** Erases the content of these subjects' entries. That something was done stays on record. */
export async function eraseAuditContent(db: Db, subjects: readonly string[]): Promise<void> {
  await db
    .updateTable('auditLog')
    .set({ before: null, after: null })
    .where('subject', '=', anyOf(subjects))
    .execute();
}

/** Returns each text in lower case as it appears in plain text, in JSON and in HTML. */
export function patternsOf(texts: readonly (string | null)[]): string[] {
  const written = texts.flatMap((text) =>
    text ? [text, JSON.stringify(text).slice(1, -1), escapeHtml(text)] : [],
  );
  return [...new Set(written)].map((text) => containing(text.toLowerCase()));
}
