import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { mailWords } from '#server/modules/settings/mail-words.ts';
import { AppError } from '#server/platform/errors.ts';
import { enqueueMail } from '#server/platform/mail/deliver-mail.ts';
import { composeMail } from '#server/platform/mail/template.ts';
import { hashPassword, verifyPassword } from '#server/platform/passwords.ts';
import {
  closeLinkTokens,
  findPasswordHash,
  findUserById,
  setPasswordHash,
  type UserRow,
} from './accounts.queries.ts';
import { spendLink } from './links.ts';
import type { LoggedIn } from './log-in.ts';
import { endAllSessions, startSession, type Visitor } from './sessions.ts';

type World = Pick<Tx, 'db' | 'clock' | 'jwt' | 'queue' | 'config' | 'log'>;

/** Hashing takes its time, so it comes before the transaction. */
export async function resetPassword(
  context: Context,
  { code, password }: { code: string; password: string },
  visitor: Visitor,
): Promise<LoggedIn> {
  const passwordHash = await hashPassword(password);
  return inTransaction(context, async (tx) => {
    const userId = await spendLink(tx, { token: code, purpose: 'password_reset' });
    return replacePassword(tx, userId, passwordHash, visitor);
  });
}

export async function changePassword(
  context: Context,
  { userId, currentPassword, password }: { userId: number; currentPassword: string; password: string },
  visitor: Visitor,
): Promise<LoggedIn> {
  const account = await findPasswordHash(context.db, userId);
  if (!(await verifyPassword(account?.passwordHash, currentPassword))) throw new AppError('password_wrong');
  const passwordHash = await hashPassword(password);
  return inTransaction(context, (tx) => replacePassword(tx, userId, passwordHash, visitor));
}

/** Every session but the new one and every mailed link ends, and the owner is told: whoever changed it. */
async function replacePassword(
  world: World,
  userId: number,
  passwordHash: string,
  visitor: Visitor,
): Promise<LoggedIn> {
  await setPasswordHash(world.db, userId, passwordHash);
  await endAllSessions(world, userId);
  await closeLinkTokens(world.db, userId, world.clock.now());
  const jwt = await startSession(world, userId, visitor);
  const user = await findUserById(world.db, userId);
  if (!user) throw new AppError('link_invalid');
  await tellPasswordChanged(world, user);
  return { jwt, user };
}

async function tellPasswordChanged(world: World, user: UserRow): Promise<void> {
  const { siteName, greet, frame } = await mailWords(world);
  const subject = `Your ${siteName} password was changed`;
  const content = composeMail(
    {
      title: subject,
      greeting: greet(user.firstName),
      paragraphs: [
        `The password of your ${siteName} account was just changed, and all other devices were logged out.`,
        'If this was you, there is nothing to do. If not, set a new password now.',
      ],
      button: { label: 'Set a new password', url: `${world.config.publicUrl}/PasswordReset` },
    },
    frame,
  );
  await enqueueMail(world.queue, world.db, { to: user.email, subject, ...content });
}
