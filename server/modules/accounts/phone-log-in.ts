import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { legalVersion } from '#server/modules/settings/legal-texts.ts';
import { AppError } from '#server/platform/errors.ts';
import { signupNetworkOf } from '#server/platform/http/network-of.ts';
import { lockName } from '#server/platform/lock-name.ts';
import { findUserById, findUserByPhoneLogIn, insertUser } from './accounts.queries.ts';
import { agree } from './agree.ts';
import { newPlaceholderAddress } from './placeholder-address.ts';
import type { Visitor } from './sessions.ts';
import { type Challenged, type LoggedIn, startSessionOrChallenge } from './start-session-or-challenge.ts';

/** Turns on text messages about new photos; app.ts passes it in, because notifications build on accounts. */
export type StartTexts = (tx: Pick<Tx, 'db'>, userId: number) => Promise<void>;

/** Returns the code only in test mode, where nobody receives a text message. */
export async function sendPhoneLogInCode(context: Context, to: string): Promise<string | undefined> {
  if (!context.sms.canSend) {
    throw new AppError('unavailable', { message: 'Text messages are not set up. Use your e-mail address.' });
  }
  const { site_name: siteName } = await getSettings(context);
  const code = await context.sms.startVerification({ userId: null, to }, siteName);
  return context.config.proofs.showsCode ? code : undefined;
}

/**
 * Opens only accounts that were made by this number. A number that somebody verified for text messages does not open
 * their account, because numbers change hands more easily than mailboxes.
 */
export async function logInByPhone(
  context: Context & { startTexts: StartTexts },
  visitor: Visitor,
  { to, code }: { to: string; code: string },
): Promise<LoggedIn | Challenged> {
  if (!(await context.sms.checkVerification({ userId: null, to }, code))) throw new AppError('code_invalid');
  return inTransaction(context, async (tx) => {
    await lockName(tx.db, `phone:${to}`);
    const known = await findUserByPhoneLogIn(tx.db, to);
    const userId = known?.id ?? (await makeAccount({ ...tx, startTexts: context.startTexts }, visitor, to));
    const user = await findUserById(tx.db, userId);
    if (!user) throw new AppError('code_invalid');
    return startSessionOrChallenge(tx, user, visitor);
  });
}

async function makeAccount(
  tx: Pick<Tx, 'db' | 'clock'> & { startTexts: StartTexts },
  { ip }: Visitor,
  to: string,
): Promise<number> {
  const now = tx.clock.now();
  const user = await insertUser(tx.db, {
    email: newPlaceholderAddress(),
    phoneNumber: to,
    phoneVerifiedAt: now,
    phoneLogIn: to,
    passwordHash: null,
    firstName: '',
    lastName: '',
    name: '',
    birthDate: null,
    agreedToTermsAt: now,
    signupNetwork: signupNetworkOf(ip),
  });
  if (!user) throw new AppError('conflict');
  await agree(tx, { userId: user.id }, await legalVersion(tx));
  await tx.startTexts(tx, user.id);
  return user.id;
}
