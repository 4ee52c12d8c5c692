import { z } from 'zod';
import type { Language } from '#contract/i18n.ts';
import { isTextCountry } from '#contract/rules/text-countries.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { legalVersion } from '#server/modules/settings/legal-texts.ts';
import { mailMessages } from '#server/modules/settings/mail-messages.ts';
import { advisoryLock } from '#server/platform/database/advisory-lock.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { subnetOf } from '#server/platform/http/network-of.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import { isSignature, signText } from '#server/platform/security/key-ring.ts';
import { consumeRateLimits, type Limit } from '#server/platform/security/rate-limit.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import { getUser, insertUser, NAMELESS, type UserRow, updateUserFields } from './accounts.queries.ts';
import { agree } from './create-account.ts';
import { newPlaceholderAddress } from './find-people.ts';
import { type Challenged, type LoggedIn, startSessionOrChallenge, type Visitor } from './sessions.ts';

/** Turns on text messages about new photos; app.ts passes it in, because notifications build on accounts. */
export type StartTexts = (tx: Pick<Tx, 'db'>, userId: number) => Promise<void>;

/** Only the browser that asked can try the code, because it alone has the ticket. */
export async function sendPhoneLogInCode(
  context: Context,
  { to, language }: { to: string; language: Language },
) {
  if (!context.sms.canSend) {
    throw new AppError('unavailable', {
      message: NO_TEXTS_NOW,
    });
  }
  await allowCodeTo(context, to);
  const { site_name: siteName } = await getSettings(context);
  const code = await context.sms.startVerification({ userId: null, to }, { siteName, language });
  return { ticket: newTicket(context, to), code: context.config.verification.showsCode ? code : undefined };
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
    await lockNumber(tx.db, to);
    const known = await findUserByPhoneLogIn(tx.db, to);
    const userId = known?.id ?? (await makeAccount(tx, visitor, to));
    return startSessionOrChallenge(tx, await getUser(tx.db, userId, 'code_invalid'), visitor);
  });
}

/** A number opens one account, also when several calls at once make it theirs. */
const lockNumber = (db: Db, to: string) => advisoryLock(db, `phone:${to}`);

async function makeAccount(
  tx: Pick<Tx, 'db' | 'clock'> & { startTexts: StartTexts },
  visitor: Visitor,
  to: string,
): Promise<number> {
  const now = tx.clock.now();
  const user = await insertUser(tx.db, {
    email: newPlaceholderAddress(),
    phoneNumber: to,
    phoneVerifiedAt: now,
    phoneLogIn: to,
    ...NAMELESS,
    agreedToTermsAt: now,
    signupNetwork: subnetOf(visitor.ip),
    language: visitor.language,
  });
  if (!user) throw new AppError('conflict');
  await agree(tx, { userId: user.id }, await legalVersion(tx));
  await tx.startTexts(tx, user.id);
  return user.id;
}

/** Runs after a number was verified, for modules that wait for one and build on accounts. */
export const phoneVerified = defineJob({
  name: 'accounts.phone-verified',
  payload: z.object({ userId: z.int() }),
});

/** Returns the code only in test mode, where nobody receives a text message. */
export async function sendPhoneCode(
  tx: Pick<Context, 'db' | 'clock' | 'sms' | 'log' | 'config'>,
  { userId }: Actor,
  { to, language }: { to: string; language: Language },
): Promise<string | undefined> {
  await allowCodeTo(tx, to);
  const { site_name: siteName } = await getSettings(tx);
  const code = await tx.sms.startVerification({ userId, to }, { siteName, language });
  return tx.config.verification.showsCode ? code : undefined;
}

export async function checkPhoneCode(
  context: Context,
  { userId }: Actor,
  { to, code }: { to: string; code: string },
): Promise<void> {
  if (!(await context.sms.checkVerification({ userId, to }, code))) throw new AppError('code_invalid');
  const former = await inTransaction(context, (tx) => keepNumber(tx, userId, to));
  if (former) await warnFormerNumber(context, former);
}

/** Whoever borrowed the phone must not take the account along unnoticed. Sent directly, because a job would store the number. */
async function warnFormerNumber(
  context: Context,
  { id, phoneLogIn: to, language }: UserRow & { phoneLogIn: string },
): Promise<void> {
  const { i18n, siteName } = await mailMessages(context, language);
  const text = i18n.t(
    'This number no longer logs in to your {siteName} account, because you chose another one. If that wasn’t you, write to us right away: tap Help on {url}',
    { siteName, url: context.config.publicUrl },
  );
  try {
    await countText(context);
    await context.sms.send({ key: `number-changed-${id}-${context.clock.now().getTime()}`, to, text });
  } catch (error) {
    context.log.warn({ err: error }, 'a former number could not be told that it no longer logs in');
  }
}

/** Returns the account as it was if another number logged in to it before. */
async function keepNumber({ db, clock, queue }: Tx, userId: number, to: string) {
  await lockNumber(db, to);
  const user = await getUser(db, userId);
  // The number that logs in changes along, unless it opens the account of somebody else.
  const holder = await findUserByPhoneLogIn(db, to);
  if (user.phoneLogIn !== null && holder && holder.id !== userId) {
    throw new AppError('conflict', { message: /*i18n*/ 'This number belongs to another account.' });
  }
  await updateUserFields(db, userId, {
    phoneNumber: to,
    phoneVerifiedAt: clock.now(),
    ...(user.phoneLogIn !== null && { phoneLogIn: to }),
  });
  await queue.enqueue(db, phoneVerified, { userId }, { singletonKey: `user:${userId}` });
  const { phoneLogIn } = user;
  return phoneLogIn === null || phoneLogIn === to ? undefined : { ...user, phoneLogIn };
}

type TextContext = Pick<Context, 'db' | 'clock' | 'log'>;

const DAY_MINUTES = 24 * 60;
/** Numbers that differ only in these digits are one block. Fraud with paid texts asks for codes of whole blocks. */
const BLOCK_DIGITS = 4;
const NO_TEXTS_NOW = /*i18n*/ 'We can’t text you right now. Use your email, or try again later.';

/** Call it before a code is texted to a number that anybody may have typed. */
async function allowCodeTo(context: TextContext, to: string): Promise<void> {
  const { text_countries: countries } = await getSettings(context);
  if (!isTextCountry(to, countries)) {
    const message = /*i18n*/ 'We can’t text numbers in this country. Use your email instead.';
    throw new AppError('invalid_request', { message, details: [{ path: 'to', message }] });
  }
  const key = `text-block:${to.slice(0, -BLOCK_DIGITS)}`;
  await countText(context, [
    { key, max: 20, minutes: 60 },
    { key, max: 60, minutes: DAY_MINUTES },
  ]);
}

/** Call it before every other text message; all of them count for the daily limit of the site. */
export async function countText(context: TextContext, limits: readonly Limit[] = []): Promise<void> {
  const { texts_per_day: max } = await getSettings(context);
  const refusal = { message: NO_TEXTS_NOW };
  // A limit of zero has no hit that could become free again.
  if (max === 0) throw new AppError('unavailable', refusal);
  try {
    await consumeRateLimits(context, [...limits, { key: 'texts', max, minutes: DAY_MINUTES }]);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'too_many_requests') throw error;
    context.log.warn({ code: error.code }, 'a text message was not sent, because a limit is reached');
    throw new AppError(error.code, { ...refusal, ...(error.details && { details: error.details }) });
  }
}

export function findUserByPhoneLogIn(db: Db, phoneNumber: string) {
  return db.selectFrom('users').select('id').where('phoneLogIn', '=', phoneNumber).executeTakeFirst();
}
