import { timingSafeEqual } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { DELETION_CODE_DIGITS } from '#contract/endpoints/privacy.ts';
import { isStaff } from '#contract/rules/permissions.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import {
  deletePerson,
  insertTombstoneUser,
  isAbandoned,
  isKnown,
  lockPerson,
} from '#server/modules/accounts/erase-account.ts';
import { findAddressee } from '#server/modules/accounts/find-people.ts';
import { isPasswordOf } from '#server/modules/accounts/passwords.ts';
import { countText } from '#server/modules/accounts/phone.ts';
import { closeOrders, eraseBuyer } from '#server/modules/after-sale/buyer-data.ts';
import { destroyAthleteFiles, eraseAthletesOf } from '#server/modules/athletes/erase-athlete.ts';
import { closeAddressesOf } from '#server/modules/downloads/zip-address.ts';
import { deleteFollowRequestsTo } from '#server/modules/found-albums/follow-team.ts';
import { eraseReasonsOf } from '#server/modules/leaks/start-leak-search.ts';
import { eraseMemosOf } from '#server/modules/moderation/reports.ts';
import { deleteUnsubscribeLinksOf } from '#server/modules/notifications/unsubscribe.ts';
import { mailMessages, sendAskedMail } from '#server/modules/settings/mail-messages.ts';
import { deleteInvitesOf } from '#server/modules/sharing/invites.ts';
import { deleteImages, eraseConversations } from '#server/modules/support/erase-conversations.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { publishLive } from '#server/platform/live/publish-live.ts';
import { eraseTraces } from '#server/platform/personal-data/erase-traces.ts';
import { CODE_MINUTES, hashSecret, MAX_TRIES, randomDigits } from '#server/platform/security/secrets.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import { planGoodbye } from './goodbye.ts';

export type DeletionConsent = { password: string } | { code: string };
type Files = { athleteFileIds: string[]; pictureKeys: string[] };

const MAX_ATTEMPTS = 8;
const RETRY_MS = 100;
/** A deadlock, a lock that others hold, or a row that a request of the same person added at the last moment. */
const PASSING_FAILURES = new Set(['40P01', '55P03', '23503']);

/** Erases the person in one transaction; of several calls at once, one does it and the others find nobody. */
export async function deleteAccount(context: Context, actor: Actor, consent: DeletionConsent): Promise<void> {
  if (isStaff(actor.role)) throw new AppError('staff_account');
  await requireConsent(context, actor, consent);
  // Knowing the emailed code verifies the address.
  const ownsAddress = actor.isVerified || 'code' in consent;
  await erase(context, actor, { ownsAddress });
}

/** Erases what somebody put into an account before the owner of its address came. */
export async function eraseAbandoned(context: Context, userId: number): Promise<void> {
  if (!(await isAbandoned(context.db, userId))) return;
  const actor: Actor = { userId, role: 'authenticated', sessionId: '', isVerified: false };
  await erase(context, actor, { ownsAddress: false });
}

async function erase(context: Context, actor: Actor, facts: { ownsAddress: boolean }): Promise<void> {
  const files = await withRetries(() => inTransaction(context, (tx) => eraseRows(tx, actor, facts)));
  try {
    await destroyAthleteFiles(context, files.athleteFileIds);
    await deleteImages(context, files.pictureKeys);
  } catch (error) {
    context.log.error({ err: error }, 'files of a deleted account could not be deleted yet');
  }
}

async function requireConsent(
  context: Context,
  { userId, subnet }: Actor,
  consent: DeletionConsent,
): Promise<void> {
  const isGiven =
    'password' in consent
      ? await isPasswordOf(context, userId, consent.password, subnet)
      : await isDeletionCode(context, userId, consent.code);
  if (isGiven) return;
  // Another call of the same person may have deleted the account in the meantime.
  if (!(await isKnown(context.db, userId))) throw new AppError('token_invalid');
  throw new AppError('password' in consent ? 'password_wrong' : 'code_invalid');
}

/**
 * Orders come first, because payments lock them before they add rows for a user; then the user, after which nobody
 * can add rows. What the schema keeps goes to a row that is nobody, and the database deletes the rest with the user.
 */
async function eraseRows(tx: Tx, actor: Actor, { ownsAddress }: { ownsAddress: boolean }): Promise<Files> {
  const { db, clock } = tx;
  const { userId } = actor;
  await closeOrders(tx, actor);
  const person = await lockPerson(db, userId);
  if (!person) throw new AppError('token_invalid');
  // A request of the same person may hold a conversation and wait for the user: it goes first.
  // From here on this transaction fails instead of waiting long, sooner than the database would end a deadlock.
  await sql`set local lock_timeout = '300ms'`.execute(db);
  const leaver = { ...person, userId, ownsAddress, ownsPhone: person.phoneVerifiedAt !== null };
  // Every process forgets what it remembers of this person's rights.
  await publishLive(db, { to: userId, kind: 'albums' });
  const heirId = await insertTombstoneUser(db, clock.now());
  const address = { userId, email: ownsAddress ? person.email : null };

  await closeAddressesOf(db, userId);
  await eraseBuyer(tx, leaver, heirId);
  const athleteFileIds = await eraseAthletesOf(tx, userId);
  const pictureKeys = await eraseConversations(tx, leaver);
  await eraseMemosOf(db, userId);
  await deleteInvitesOf(db, address);
  await deleteUnsubscribeLinksOf(db, address);
  if (ownsAddress) await deleteFollowRequestsTo(db, person.email);
  await eraseReasonsOf(db, leaver);
  await eraseTraces(db, leaver, heirId);
  await reassignRows(db, userId, heirId);
  await deletePerson(db, userId);

  await recordAudit(db, { actorId: null, action: 'user.delete', subject: `user:${heirId}` });
  if (ownsAddress) await planGoodbye(tx, person);
  return { athleteFileIds, pictureKeys };
}

async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (attempt >= MAX_ATTEMPTS || !PASSING_FAILURES.has(String(code))) throw error;
      await setTimeout(RETRY_MS * attempt * Math.random());
    }
  }
}

const NUMBER_TAKES_NO_TEXTS =
  /*i18n*/ 'We can’t text your number. If you answered STOP to one of our texts, text START to that number and try again.';

/** Helps people who have no password or forgot it. Sent directly, because a job would store the code. */
export async function sendDeletionCode(
  context: Context,
  { userId }: Actor,
): Promise<{ to: string; expiresAt: Date }> {
  const { db, clock } = context;
  const person = await findAddressee(db, userId);
  if (!person) throw new AppError('token_invalid');
  const code = randomDigits(DELETION_CODE_DIGITS);
  const expiresAt = minutesFrom(clock.now(), CODE_MINUTES);
  const fresh = { codeHash: hashSecret(code), tries: 0, expiresAt };
  await db
    .insertInto('deletionCodes')
    .values({ userId, ...fresh })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(fresh))
    .execute();
  const key = `deletion-code-${userId}-${expiresAt.getTime()}`;
  if (person.textsTo !== undefined) {
    const { i18n, siteName } = await mailMessages(context, person.language);
    const text = i18n.t(
      '{code} is your code to delete your {siteName} account. Don’t share it with anyone.',
      {
        code,
        siteName,
      },
    );
    await countText(context);
    const outcome = await context.sms.send({ key, to: person.textsTo, text });
    if (outcome !== 'sent') throw new AppError('unavailable', { message: NUMBER_TAKES_NO_TEXTS });
    return { to: person.textsTo, expiresAt };
  }
  await sendAskedMail(context, { ...person, key }, ({ i18n, siteName }) => ({
    subject: i18n.t('{code} is your code to delete your {siteName} account', { code, siteName }),
    paragraphs: [
      i18n.t('Enter the code {code} to delete your account. It works for {minutes} minutes.', {
        code,
        minutes: CODE_MINUTES,
      }),
      i18n.t('If you didn’t ask for this, don’t share the code with anyone, and set a new password.'),
    ],
    button: { label: i18n.t('Set a new password'), url: `${context.config.publicUrl}/PasswordReset` },
  }));
  return { to: person.email, expiresAt };
}

/** The code stays valid when the deletion is refused for another reason, and goes with the account. */
async function isDeletionCode(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  userId: number,
  code: string,
): Promise<boolean> {
  // The try is counted before anything is compared, so that parallel guesses cannot exceed the limit.
  const row = await db
    .updateTable('deletionCodes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('userId', '=', userId)
    .where('tries', '<', MAX_TRIES)
    .where('expiresAt', '>', clock.now().toISOString())
    .returning('codeHash')
    .executeTakeFirst();
  return row !== undefined && timingSafeEqual(row.codeHash, hashSecret(code));
}

/**
 * Gives every row that the schema keeps when a user is deleted to another user. A reference to users with `on delete
 * cascade` deletes the row with the person, `set null` removes the person from it, and any other reference keeps the row.
 */
async function reassignRows(db: Db, fromUserId: number, toUserId: number): Promise<void> {
  const { rows } = await sql<{ name: string; columnName: string }>`
    select relation.relname as name, attribute.attname as column_name
    from pg_constraint reference
    join pg_class relation on relation.oid = reference.conrelid
    join pg_attribute attribute on attribute.attrelid = reference.conrelid
      and attribute.attnum = reference.conkey[1]
    where reference.contype = 'f' and reference.confrelid = 'users'::regclass
      and reference.confdeltype in ('a', 'r')
    order by relation.relname, attribute.attname`.execute(db);
  for (const { name, columnName } of rows) {
    const column = sql.raw(`"${columnName}"`);
    await sql`update ${sql.raw(`"${name}"`)} set ${column} = ${toUserId} where ${column} = ${fromUserId}`.execute(
      db,
    );
  }
}
