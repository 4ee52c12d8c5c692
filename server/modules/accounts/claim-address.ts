import { sql } from 'kysely';
import { z } from 'zod';
import type { Tx } from '#server/context.ts';
import { mailPerson } from '#server/modules/settings/mail-messages.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import {
  closeLinkTokens,
  deleteEmailCodes,
  getUser,
  lockAddress,
  markAllSessionsEnded,
  type UserRow,
} from './accounts.queries.ts';
import { makeVerifiedAccount } from './create-account.ts';
import { newPendingAddress } from './find-people.ts';
import { forgetDevices } from './known-devices.ts';
import { closeChallenges } from './second-factor.queries.ts';

/** Removes the saved cards of a user; app.ts passes it in, because orders build on accounts. */
type ForgetCards = (tx: Pick<Tx, 'db' | 'clock' | 'payments' | 'queue'>, userId: number) => Promise<void>;

/** Returns whether anything was ever paid with an account; app.ts passes it in. */
type HasBought = (db: Db, userId: number) => Promise<boolean>;

export type OfOrders = { forgetCards: ForgetCards; hasBought: HasBought };

export type ClaimTx = Pick<Tx, 'db' | 'clock' | 'payments' | 'queue' | 'config' | 'log'> & OfOrders;

export type Claim = {
  userId: number;
  /** False if the address was verified already. */
  isClaim: boolean;
  /** The owner got an empty account in place of the one that somebody had registered. */
  isReplaced: boolean;
  hadPassword: boolean;
};

/** Erases an account whose address belongs to another one now. */
export const eraseAbandonedJob = defineJob({
  name: 'accounts.erase-abandoned',
  payload: z.object({ userId: z.int() }),
  retries: 4,
});

/**
 * The first verification by a mailed link comes from the owner of the address, but anybody may have registered it before. They
 * get an empty account, and what was made before is erased. With `keepsContent`, or if the account cannot be replaced,
 * whatever was made before the verification only no longer opens it.
 */
export async function claimAddress(
  tx: ClaimTx,
  userId: number,
  { keepsContent = false }: { keepsContent?: boolean } = {},
): Promise<Claim> {
  const { email } = await getUser(tx.db, userId, 'link_invalid');
  await lockAddress(tx.db, email);
  const account = await getUser(tx.db, userId, 'link_invalid');
  if (account.isDuplicate || account.email !== email) throw new AppError('link_invalid');
  await abandonDuplicates(tx, { email });
  const hadPassword = !account.logsInByLink;
  if (account.emailVerifiedAt !== null) return { userId, isClaim: false, isReplaced: false, hadPassword };
  if (!keepsContent && (await isReplaceable(tx, account))) {
    await abandon(tx, userId);
    const ownId = await makeVerifiedAccount(tx, email);
    return { userId: ownId, isClaim: true, isReplaced: true, hadPassword };
  }
  await tx.db
    .updateTable('users')
    .set({ emailVerifiedAt: tx.clock.now() })
    .where('id', '=', userId)
    .where('emailVerifiedAt', 'is', null)
    .execute();
  await endAccess(tx, userId);
  return { userId, isClaim: true, isReplaced: false, hadPassword };
}

/**
 * Accounts that bought something are from a time when the site asked for no verifications; they stay, as do accounts of staff and
 * suspended ones.
 */
export async function isReplaceable(
  { db, config, hasBought }: Pick<ClaimTx, 'db' | 'config' | 'hasBought'>,
  {
    id,
    role,
    emailVerifiedAt,
    suspendedAt,
  }: Pick<UserRow, 'id' | 'role' | 'emailVerifiedAt' | 'suspendedAt'>,
): Promise<boolean> {
  if (!config.verification.isRequired || emailVerifiedAt !== null) return false;
  if (role !== 'authenticated' || suspendedAt !== null) return false;
  return !(await hasBought(db, id));
}

export async function abandonDuplicates(
  tx: ClaimTx,
  { email, except }: { email: string; except?: number },
): Promise<void> {
  const duplicates = await tx.db
    .selectFrom('users')
    .select('id')
    .where('claimedEmail', '=', email)
    .orderBy('id')
    .execute();
  for (const { id } of duplicates) if (id !== except) await abandon(tx, id);
}

export async function abandon(tx: ClaimTx, userId: number): Promise<void> {
  await endAccess(tx, userId);
  // Nobody can log in to the account any more, so its address is free.
  await tx.db
    .updateTable('users')
    .set({ email: newPendingAddress(), claimedEmail: null, updatedAt: sql`now()` })
    .where('id', '=', userId)
    .execute();
  await tx.queue.enqueue(tx.db, eraseAbandonedJob, { userId });
}

/** Ends sessions, password, mailed links and codes, the phone number and the saved cards of an account. */
export async function endAccess(tx: ClaimTx, userId: number): Promise<void> {
  const now = tx.clock.now();
  await markAllSessionsEnded(tx.db, userId, now);
  await closeLinkTokens(tx.db, userId, now);
  await closeChallenges(tx.db, userId);
  await deleteEmailCodes(tx.db, userId);
  await forgetDevices(tx, userId);
  await tx.db
    .updateTable('users')
    .set({
      passwordHash: null,
      phoneNumber: null,
      phoneVerifiedAt: null,
      phoneLogIn: null,
      updatedAt: sql`now()`,
    })
    .where('id', '=', userId)
    .execute();
  await tx.forgetCards(tx, userId);
}

export async function notifyClaimed(
  tx: Pick<Tx, 'db' | 'queue' | 'config' | 'log'>,
  reader: Pick<UserRow, 'email' | 'firstName' | 'language'>,
  { hadPassword, isReplaced }: Pick<Claim, 'hadPassword' | 'isReplaced'>,
): Promise<void> {
  await mailPerson(tx, reader, ({ i18n, siteName }) => ({
    subject: hadPassword
      ? i18n.t('Your {siteName} password was removed', { siteName })
      : i18n.t('Your {siteName} email address is confirmed', { siteName }),
    paragraphs: [
      i18n.t(
        'You just logged in by email for the first time, so now we know this address is yours. Before that, anyone could have signed up with it.',
      ),
      isReplaced
        ? i18n.t(
            'To be safe, we logged out all other devices and removed everything entered before: name, password, saved teams, phone number and cards. Set a new password, or keep logging in by link.',
          )
        : i18n.t(
            'To be safe, we logged out all other devices and removed the password, the phone number and the saved cards. Set a new password, or keep logging in by link.',
          ),
    ],
    button: { label: i18n.t('Set a new password'), url: `${tx.config.publicUrl}/PasswordReset` },
  }));
}
