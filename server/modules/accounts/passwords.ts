import { sql } from 'kysely';
import { findPasswordProblem, PASSWORD_PROBLEMS } from '#contract/rules/common-passwords.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { mailPerson } from '#server/modules/settings/mail-messages.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { subnetOf } from '#server/platform/http/network-of.ts';
import { hashPassword, verifyPassword } from '#server/platform/security/passwords.ts';
import {
  closeLinkTokens,
  findUserById,
  getUser,
  markAllSessionsEnded,
  type UserRow,
} from './accounts.queries.ts';
import { claimAddress, type OfOrders } from './claim-address.ts';
import { forgetDevices } from './known-devices.ts';
import { spendLink } from './links.ts';
import { closeChallenges } from './second-factor.queries.ts';
import {
  type Challenged,
  type LoggedIn,
  startSession,
  startSessionOrChallenge,
  type Visitor,
} from './sessions.ts';

type PasswordTx = Pick<Tx, 'db' | 'clock' | 'jwt' | 'queue' | 'config' | 'log'>;

/** Opens its own transaction because hashing is slow and would hold one open. */
export async function resetPassword(
  context: Context & OfOrders,
  visitor: Visitor,
  { code, password }: { code: string; password: string },
): Promise<LoggedIn | Challenged> {
  const passwordHash = await hashPassword(password, subnetOf(visitor.ip));
  return inTransaction(context, async (tx) => {
    const spent = await spendLink(tx, { token: code, purposes: ['password_reset'] });
    const { userId } = await claimAddress(tx, spent.userId);
    const user = await replacePassword(tx, { userId, password, passwordHash });
    return startSessionOrChallenge(tx, user, visitor);
  });
}

/** Opens its own transaction because hashing is slow and would hold one open. */
export async function changePassword(
  context: Context,
  { userId }: Actor,
  change: { currentPassword: string; password: string; visitor: Visitor },
): Promise<LoggedIn> {
  const account = await findPasswordHash(context.db, userId);
  const from = subnetOf(change.visitor.ip);
  // An account that its owner took back by a mailed link has no password yet.
  const hasNone = account !== undefined && account.passwordHash === null;
  const isRight = hasNone || (await verifyPassword(account?.passwordHash, change.currentPassword, from));
  if (!isRight) throw new AppError('password_wrong');
  const passwordHash = await hashPassword(change.password, from);
  return inTransaction(context, async (tx) => {
    const user = await replacePassword(tx, { userId, password: change.password, passwordHash });
    return { jwt: await startSession(tx, userId, change.visitor), user };
  });
}

/** Ends all other sessions and mailed links and tells the owner, in case someone else changed the password. */
async function replacePassword(
  tx: PasswordTx,
  { userId, password, passwordHash }: { userId: number; password: string; passwordHash: string },
): Promise<UserRow> {
  const now = tx.clock.now();
  await refuseAddress(tx, userId, password);
  // Links come first, because whoever opens one locks it before the account.
  await closeLinkTokens(tx.db, userId, now);
  await tx.db
    .updateTable('users')
    .set({ passwordHash, updatedAt: sql`now()` })
    .where('id', '=', userId)
    .execute();
  await markAllSessionsEnded(tx.db, userId, now);
  await closeChallenges(tx.db, userId);
  await forgetDevices(tx, userId);
  const user = await getUser(tx.db, userId, 'link_invalid');
  await notifyPasswordChanged(tx, user);
  return user;
}

/** The contract checks everything else; only the server knows whose password this is. */
async function refuseAddress({ db }: Pick<Tx, 'db'>, userId: number, password: string): Promise<void> {
  const user = await findUserById(db, userId);
  if (!user || findPasswordProblem(password, user.email) !== 'address') return;
  const details = [{ path: 'password', message: PASSWORD_PROBLEMS.address }];
  throw new AppError('invalid_request', { message: PASSWORD_PROBLEMS.address, details });
}

async function notifyPasswordChanged(tx: PasswordTx, user: UserRow): Promise<void> {
  // The mailbox belongs to the owner of another account, whose password is the same as before.
  if (user.isDuplicate) return;
  await mailPerson(tx, user, ({ i18n, siteName }) => ({
    subject: i18n.t('Your {siteName} password was changed', { siteName }),
    paragraphs: [
      i18n.t(
        'The password of your {siteName} account was just changed, and all other devices were logged out.',
        {
          siteName,
        },
      ),
      i18n.t('If this was you, you’re all set. If not, set a new password now.'),
    ],
    button: { label: i18n.t('Set a new password'), url: `${tx.config.publicUrl}/PasswordReset` },
  }));
}

/** Returns false if the password is wrong or the account has none. */
export async function isPasswordOf(
  { db }: Pick<Tx, 'db'>,
  userId: number,
  password: string,
  /** The network of the caller. */
  from = `account:${userId}`,
): Promise<boolean> {
  const account = await findPasswordHash(db, userId);
  return verifyPassword(account?.passwordHash, password, from);
}

export function findPasswordHash(db: Db, userId: number) {
  return db.selectFrom('users').select('passwordHash').where('id', '=', userId).executeTakeFirst();
}
