import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { isStaff } from '#contract/rules/permissions.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import {
  deletePerson,
  insertTombstoneUser,
  isAbandoned,
  isKnown,
  lockPerson,
} from '#server/modules/accounts/erase-account.ts';
import { isPasswordOf } from '#server/modules/accounts/passwords.ts';
import { closeOrders, eraseBuyer } from '#server/modules/after-sale/buyer-data.ts';
import { destroyAthleteFiles, eraseAthletesOf } from '#server/modules/athletes/erase-athlete.ts';
import { closeAddressesOf } from '#server/modules/downloads/zip-address.ts';
import { deleteFollowRequestsTo } from '#server/modules/found-albums/follow-team.ts';
import { eraseReasonsOf } from '#server/modules/leaks/erase-reasons.ts';
import { eraseMemosOf } from '#server/modules/moderation/reports.ts';
import { deleteUnsubscribeLinksOf } from '#server/modules/notifications/unsubscribe.ts';
import { deleteInvitesOf } from '#server/modules/sharing/invites-of.ts';
import { deleteImages, eraseConversations } from '#server/modules/support/erase-conversations.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import { reassignRows } from '#server/platform/database/reassign-rows.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { publishLive } from '#server/platform/live/publish-live.ts';
import { eraseTraces } from '#server/platform/personal-data/erase-traces.ts';
import { isDeletionCode } from './deletion-code.ts';
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
  // Whoever read the code in the mail has verified the address by it.
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
