import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Context, Tx } from '#server/context.ts';
import { type MailMessages, sendAskedMail } from '#server/modules/settings/mail-messages.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import {
  hashWithKeys,
  isSameText,
  isSignature,
  type KeyRing,
  signText,
} from '#server/platform/security/key-ring.ts';
import { CODE_MINUTES, MAX_TRIES } from '#server/platform/security/secrets.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import {
  type CodePurpose,
  type EmailCodeRow,
  findUserByEmail,
  findUserById,
  type UserRow,
} from './accounts.queries.ts';
import { isReplaceable, type OfOrders } from './claim-address.ts';

const CODES = 1_000_000n;
const CODE_DIGITS = 6;
/** A code that is about to expire is not worth typing. */
const WORTHWHILE_MINUTES = 2;
const CODE_COLUMNS = [
  'id',
  'userId',
  sql<CodePurpose>`purpose`.as('purpose'),
  'email',
  'createdAt',
  'expiresAt',
] as const;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The job derives the code again from the id, so the queue never holds it and a retry mails the same code. */
export const mailCodeJob = defineJob({
  name: 'accounts.mail-code',
  payload: z.object({ id: z.string() }),
  retries: 4,
  concurrency: 4,
});

type WantedCode = { userId: number; purpose: CodePurpose; email: string };

export async function issueCode(
  tx: Pick<Tx, 'db' | 'clock' | 'queue'>,
  wanted: WantedCode,
): Promise<EmailCodeRow> {
  const row = await saveCode(tx, wanted);
  await tx.queue.enqueue(tx.db, mailCodeJob, { id: row.id });
  return row;
}

/** Mails nothing, for a code that reaches its owner another way. A new code replaces the old one, with its tries. */
export function saveCode(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  { userId, purpose, email }: WantedCode,
): Promise<EmailCodeRow> {
  const now = clock.now();
  const fresh = {
    id: randomUUID(),
    email,
    tries: 0,
    createdAt: now,
    expiresAt: minutesFrom(now, CODE_MINUTES),
  };
  return db
    .insertInto('emailCodes')
    .values({ userId, purpose, ...fresh })
    .onConflict((conflict) => conflict.columns(['userId', 'purpose']).doUpdateSet(fresh))
    .returning(CODE_COLUMNS)
    .executeTakeFirstOrThrow();
}

export function findOpenCode(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  { userId, purpose }: { userId: number; purpose: CodePurpose },
): Promise<EmailCodeRow | undefined> {
  return db
    .selectFrom('emailCodes')
    .select(CODE_COLUMNS)
    .where('userId', '=', userId)
    .where('purpose', '=', purpose)
    .where('tries', '<', MAX_TRIES)
    .where('expiresAt', '>', minutesFrom(clock.now(), WORTHWHILE_MINUTES).toISOString())
    .executeTakeFirst();
}

export type SentCode = { row: EmailCodeRow; isNew: boolean; shownCode: string | undefined };

export function showCode(
  { config, codeKeys }: Pick<Context, 'config' | 'codeKeys'>,
  { id }: Pick<EmailCodeRow, 'id'>,
): string | undefined {
  return config.verification.showsCode ? codeOf(codeKeys, id) : undefined;
}

/** Runs outside of a transaction, because a wrong try must stay counted. Returns the id of the code to spend. */
export async function checkCode(
  { db, clock, codeKeys }: Pick<Context, 'db' | 'clock' | 'codeKeys'>,
  { userId, purpose, code }: { userId: number; purpose: CodePurpose; code: string },
): Promise<string> {
  // The try is counted before anything is compared, so that parallel guesses cannot exceed the limit.
  const row = await db
    .updateTable('emailCodes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('userId', '=', userId)
    .where('purpose', '=', purpose)
    .where('tries', '<', MAX_TRIES)
    .where('expiresAt', '>', clock.now().toISOString())
    .returning(['id', 'tries'])
    .executeTakeFirst();
  if (!row || !isCode(codeKeys, row.id, code)) {
    throw new AppError('code_invalid', { details: { tries_left: row ? MAX_TRIES - row.tries : 0 } });
  }
  return row.id;
}

export async function spendCode({ db, clock }: Pick<Tx, 'db' | 'clock'>, id: string): Promise<EmailCodeRow> {
  // Deleting it gives the code to exactly one of several concurrent callers.
  const row = await db
    .deleteFrom('emailCodes')
    .where('id', '=', id)
    .where('expiresAt', '>', clock.now().toISOString())
    .returning(CODE_COLUMNS)
    .executeTakeFirstOrThrow(() => new AppError('code_invalid', { details: { tries_left: 0 } }));
  return row;
}

/** Returns the id in a mailed link; the rest of the link proves that we made it. */
export function readLink(codeKeys: KeyRing, token: string): string {
  const [id = '', mac = ''] = token.split('.', 2);
  if (!UUID.test(id) || !isSignature(codeKeys, `link:${id}`, mac)) {
    throw new AppError('link_invalid');
  }
  return id;
}

export function codeOf(codeKeys: KeyRing, id: string): string {
  return toDigits(hashWithKeys(codeKeys, `code:${id}`)[0]);
}

export function isCode(codeKeys: KeyRing, id: string, given: string): boolean {
  return hashWithKeys(codeKeys, `code:${id}`).some((hash) => isSameText(given, toDigits(hash)));
}

function toDigits(hash: Buffer): string {
  return (hash.readBigUInt64BE() % CODES).toString().padStart(CODE_DIGITS, '0');
}

export function linkOf(codeKeys: KeyRing, id: string): string {
  return `${id}.${signText(codeKeys, `link:${id}`)}`;
}

/** Without a button, only the code works. */
type CodeMail = { subject: string; lead: string; button?: string; note: string };

function wordsOf({ i18n, siteName }: MailMessages, purpose: CodePurpose, code: string): CodeMail {
  if (purpose === 'verification') {
    return {
      subject: i18n.t('{code} is your {siteName} code', { code, siteName }),
      lead: i18n.t('Enter this code at {siteName} to confirm your email address: {code}', { code, siteName }),
      button: i18n.t('Confirm without the code'),
      note: i18n.t(
        'The code and the link work once, within {minutes} minutes. If you don’t have an account at {siteName}, someone may have mistyped their address. Don’t confirm it, and don’t share the code with anyone.',
        { minutes: CODE_MINUTES, siteName },
      ),
    };
  }
  if (purpose === 'factor') {
    // Only staff set up two-step login, and staff read English.
    return {
      subject: `${code} is your ${siteName} code`,
      lead: `Enter this code at ${siteName} to set up two-step login: ${code}`,
      note: `The code works once, within ${CODE_MINUTES} minutes. If this was not you, somebody knows your password: change it now, and tell nobody the code.`,
    };
  }
  return {
    subject: i18n.t('{code} confirms your new {siteName} email address', { code, siteName }),
    lead: i18n.t('Enter this code at {siteName} to use this email address from now on: {code}', {
      code,
      siteName,
    }),
    button: i18n.t('Confirm without the code'),
    note: i18n.t(
      'The code and the link work once, within {minutes} minutes. If you didn’t ask to use this address at {siteName}, ignore this email and don’t share the code with anyone.',
      { minutes: CODE_MINUTES, siteName },
    ),
  };
}

/** Mails nothing if a newer code has replaced this one. */
export async function mailCode(
  tx: Pick<Tx, 'db' | 'clock' | 'mail' | 'config' | 'log' | 'codeKeys'> & Pick<OfOrders, 'hasBought'>,
  { id, messageKey }: { id: string; messageKey: string },
): Promise<void> {
  const row = await tx.db
    .selectFrom('emailCodes')
    .select(CODE_COLUMNS)
    .where('id', '=', id)
    .where('expiresAt', '>', tx.clock.now().toISOString())
    .executeTakeFirst();
  const user = row && (await findUserById(tx.db, row.userId));
  if (!user) return;
  const holder = await findUserByEmail(tx.db, row.email);
  if (holder && holder.id !== user.id && (row.purpose === 'change' || !(await isReplaceable(tx, holder)))) {
    await mailHolder(tx, holder, { purpose: row.purpose, messageKey });
    return;
  }
  const reader = {
    email: row.email,
    firstName: user.firstName,
    language: row.purpose === 'factor' ? 'en' : user.language,
    key: messageKey,
  };
  await sendAskedMail(tx, reader, (messages) => {
    const { subject, lead, button, note } = wordsOf(messages, row.purpose, codeOf(tx.codeKeys, id));
    if (!button) return { subject, paragraphs: [lead], note };
    return {
      subject,
      paragraphs: [lead, messages.i18n.t('Or open this link on any device:')],
      button: {
        label: button,
        url: `${tx.config.publicUrl}/?confirm=${linkOf(tx.codeKeys, id)}`,
        showsAddress: true,
      },
      note,
    };
  });
}

/** Tells the owner of an address that somebody else tried to use it. The person who tried gets the usual answer. */
async function mailHolder(
  tx: Pick<Tx, 'db' | 'mail' | 'config' | 'log'>,
  { email, firstName, language }: Pick<UserRow, 'email' | 'firstName' | 'language'>,
  { purpose, messageKey }: { purpose: CodePurpose; messageKey: string },
): Promise<void> {
  const isRegistration = purpose === 'verification';
  await sendAskedMail(tx, { email, firstName, language, key: messageKey }, ({ i18n, siteName }) => ({
    subject: isRegistration
      ? i18n.t('You already have an account at {siteName}', { siteName })
      : i18n.t('Your email address is already in use at {siteName}', { siteName }),
    paragraphs: [
      isRegistration
        ? i18n.t(
            'Someone, hopefully you, signed up with this address at {siteName}. It already has an account, and nothing about it has changed.',
            { siteName },
          )
        : i18n.t(
            'Someone asked to use this address for another {siteName} account. It already has an account, so nothing was changed.',
            { siteName },
          ),
      i18n.t(
        'If that was you, just log in to this account. You can set a new password there, or log in by link. If not, you can ignore this email.',
      ),
    ],
    button: {
      label: i18n.t('Log in to {siteName}', { siteName }),
      url: `${tx.config.publicUrl}/LoginSimple`,
    },
  }));
}
