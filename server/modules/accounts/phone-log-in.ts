import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { legalVersion } from '#server/modules/settings/legal-texts.ts';
import { minutesFrom } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import { subnetOf } from '#server/platform/http/network-of.ts';
import { isSignature, signText } from '#server/platform/key-ring.ts';
import { lockName } from '#server/platform/lock-name.ts';
import { findUserById, findUserByPhoneLogIn, insertUser } from './accounts.queries.ts';
import { agree } from './agree.ts';
import { allowCodeTo } from './allow-text.ts';
import { newPlaceholderAddress } from './placeholder-address.ts';
import type { Visitor } from './sessions.ts';
import { type Challenged, type LoggedIn, startSessionOrChallenge } from './start-session-or-challenge.ts';

/** Turns on text messages about new photos; app.ts passes it in, because notifications build on accounts. */
export type StartTexts = (tx: Pick<Tx, 'db'>, userId: number) => Promise<void>;

type SentPhoneCode = {
  ticket: string;
  /** Only in test mode, where nobody receives a text message. */
  code: string | undefined;
};

/** Only the browser that asked can try the code, because it alone has the ticket. */
export async function sendPhoneLogInCode(context: Context, to: string): Promise<SentPhoneCode> {
  if (!context.sms.canSend) {
    throw new AppError('unavailable', { message: 'Text messages are not set up. Use your e-mail address.' });
  }
  await allowCodeTo(context, to);
  const { site_name: siteName } = await getSettings(context);
  const code = await context.sms.startVerification({ userId: null, to }, siteName);
  return { ticket: newTicket(context, to), code: context.config.proofs.showsCode ? code : undefined };
}

const TICKET_MINUTES = 10;
const signedText = (to: string, expiresAt: string) => `phone ${to} ${expiresAt}`;

function newTicket({ clock, codeKeys }: Pick<Context, 'clock' | 'codeKeys'>, to: string): string {
  const expiresAt = String(minutesFrom(clock.now(), TICKET_MINUTES).getTime());
  return `${expiresAt}.${signText(codeKeys, signedText(to, expiresAt))}`;
}

function isTicket(
  { clock, codeKeys }: Pick<Context, 'clock' | 'codeKeys'>,
  to: string,
  ticket: string,
): boolean {
  const [expiresAt = '', mac = ''] = ticket.split('.', 2);
  return isSignature(codeKeys, signedText(to, expiresAt), mac) && Number(expiresAt) > clock.now().getTime();
}

/**
 * Opens only accounts that were made by this number. A number that somebody verified for text messages does not open
 * their account, because numbers change hands more easily than mailboxes.
 */
export async function logInByPhone(
  context: Context & { startTexts: StartTexts },
  visitor: Visitor,
  { to, code, ticket }: { to: string; code: string; ticket: string },
): Promise<LoggedIn | Challenged> {
  if (!isTicket(context, to, ticket)) throw new AppError('code_invalid');
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
    signupNetwork: subnetOf(ip),
  });
  if (!user) throw new AppError('conflict');
  await agree(tx, { userId: user.id }, await legalVersion(tx));
  await tx.startTexts(tx, user.id);
  return user.id;
}
