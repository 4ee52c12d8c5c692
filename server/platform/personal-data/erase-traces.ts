import { type RawBuilder, sql } from 'kysely';
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
  if (traces.ownsAddress) await db.deleteFrom('mailSuppressions').where('email', '=', traces.email).execute();
}

/**
 * Names are not unique, so only jobs that are over are found by name. A job that is running finishes without its row.
 */
async function eraseJobs(db: Db, traces: Traces): Promise<void> {
  const { userId, firstName } = traces;
  const own = verifiedOf(traces);
  await sql`
    delete from pgboss.job
    where data ->> 'userId' = ${String(userId)}
      or ${mentions(sql`data::text`, own)} or ${mentions(sql`output::text`, own)}
      or (state in ('completed', 'cancelled', 'failed') and ${mentions(sql`data::text`, [fullNameOf(traces)])})`.execute(
    db,
  );
  await sql`update pgboss.job set data = data - 'who' where data ->> 'who' = ${firstName}`.execute(db);
}

async function eraseRateHits(db: Db, traces: Traces): Promise<void> {
  const own = [String(traces.userId), ...verifiedOf(traces).map((trace) => trace.toLowerCase())];
  const mailbox = sql`case when ${traces.ownsAddress} then mailbox_key(${traces.email}) end`;
  // Whole parts of keys: the address of somebody else may end like this one, and their limits stay.
  await db
    .deleteFrom('rateHits')
    .where(sql<boolean>`string_to_array(lower(key), ':') && (${own}::text[] || ${mailbox})`)
    .execute();
}

/** Messages to others that only mention the first name stay, like letters that were delivered. */
async function eraseOutbox(db: Db, traces: Traces): Promise<void> {
  await db
    .deleteFrom('outboxMessages')
    .where(mentionsPerson(sql`recipient || ' ' || subject || ' ' || text || ' ' || html`, traces))
    .execute();
}

/** Actions of staff stay on record, without the person they concerned. */
async function eraseAudit(db: Db, traces: Traces, heirId: number): Promise<void> {
  const { userId } = traces;
  const own = `user:${userId}`;
  const search = sql`after #>> '{filter,q}'`;
  const content = sql`coalesce(before::text, '') || ' ' || coalesce(after::text, '')`;
  await sql`
    update audit_log set before = before - 'userId' - 'memo', after = after - 'userId' - 'memo'
    where before ->> 'userId' = ${String(userId)}`.execute(db);
  await sql`
    update audit_log set before = null, after = null
    where subject = ${own} or ${mentions(content, [...verifiedOf(traces), traces.email])}
      or ${mentions(search, [fullNameOf(traces)])}`.execute(db);
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

function verifiedOf({ email, phoneNumber, ownsAddress, ownsPhone }: Traces): string[] {
  return [ownsAddress ? email : '', (ownsPhone && phoneNumber) || ''].filter(Boolean);
}

/** A name of one word is the first name of many others. */
function fullNameOf({ name }: Traces): string {
  return /\S\s+\S/.test(name) ? name : '';
}

/**
 * Whether a text contains the full name of a person, their address, or a number that they have verified. No other
 * account has the address, verified or not.
 */
export function mentionsPerson(text: RawBuilder<unknown>, traces: Traces): RawBuilder<boolean> {
  return mentions(text, [...verifiedOf(traces), traces.email, fullNameOf(traces)]);
}

/** The words may be in plain text, JSON or HTML. A part of a longer name or address is that of somebody else. */
function mentions(text: RawBuilder<unknown>, words: readonly string[]): RawBuilder<boolean> {
  const written = words
    .filter(Boolean)
    .flatMap((word) => [word, JSON.stringify(word).slice(1, -1), escapeHtml(word)])
    .map((word) => word.toLowerCase());
  const whole = written.map((word) => {
    const literal = word.replace(/[^\p{L}\p{N}\s]/gu, '\\$&');
    return `(?<![[:alnum:]]|[[:alnum:]][._+-])${literal}(?![[:alnum:]]|[.-][[:alnum:]])`;
  });
  // JSON writes line breaks and tabs with a letter.
  return sql<boolean>`(lower(${text}) like any (${written.map(containing)}::text[])
    and regexp_replace(lower(${text}), '\\\\[nrt]', ' ', 'g') ~ any (${whole}::text[]))`;
}
