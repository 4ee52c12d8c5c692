import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Language } from '#contract/i18n.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { sendAskedMail } from '#server/modules/settings/mail-messages.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import { CODE_MINUTES, hashSecret, MAX_TRIES, newLinkToken } from '#server/platform/security/secrets.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import { findOneTimeCode, findUserByEmail, spendOneTimeCode } from './accounts.queries.ts';
import type { OfOrders } from './claim-address.ts';
import { codeOf, isCode, linkOf } from './email-codes.ts';
import { openVerifiedAccount } from './register.ts';
import type { Challenged, LoggedIn, Visitor } from './sessions.ts';

/** The job derives the code from the id, so the queue never holds it and a retry mails the same code. */
export const mailOneTimeCodeJob = defineJob({
  name: 'accounts.mail-one-time-code',
  payload: z.object({ id: z.string(), language: z.string().nullish() }),
  retries: 4,
  concurrency: 4,
});

type Ticket = { ticket: string; expiresAt: Date };

/**
 * Mails a code that logs its reader in, and makes an account where the address has none. Only the browser that asked
 * can try the code, because it alone has the ticket. With `isSilent` nothing is mailed, and the answer is the same.
 */
export async function sendOneTimeCode(
  { db, clock, queue }: Pick<Tx, 'db' | 'clock' | 'queue'>,
  {
    email,
    path,
    language,
    isSilent,
  }: { email: string; path: string | undefined; language: Language; isSilent: boolean },
): Promise<Ticket> {
  const ticket = newLinkToken();
  const now = clock.now();
  const expiresAt = minutesFrom(now, CODE_MINUTES);
  const id = randomUUID();
  const code = { id, ticketHash: hashSecret(ticket), email, path: path ?? null, createdAt: now, expiresAt };
  await db.insertInto('oneTimeCodes').values(code).execute();
  if (!isSilent) await queue.enqueue(db, mailOneTimeCodeJob, { id, language });
  return { ticket, expiresAt };
}

/** Opens its own transaction, because a wrong try must stay counted. */
export async function enterByCode(
  context: Context & OfOrders,
  visitor: Visitor,
  { email, ticket, code }: { email: string; ticket: string; code: string },
): Promise<LoggedIn | Challenged> {
  const { db, clock, codeKeys } = context;
  // The try is counted before anything is compared, so that parallel guesses cannot exceed the limit.
  const row = await db
    .updateTable('oneTimeCodes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('ticketHash', '=', hashSecret(ticket))
    .where('tries', '<', MAX_TRIES)
    .where('expiresAt', '>', clock.now().toISOString())
    .returning(['id', 'email', 'tries'])
    .executeTakeFirst();
  // The limits count by the address in the request, so it has to be the one that the code was mailed to.
  const isRight = row && row.email.toLowerCase() === email && isCode(codeKeys, row.id, code);
  if (!isRight) throw codeInvalid(row ? MAX_TRIES - row.tries : 0);
  return inTransaction(context, async (tx) => {
    const address = await spendOneTimeCode(tx.db, row.id, tx.clock.now());
    if (address === undefined) throw codeInvalid(0);
    return (await openVerifiedAccount(tx, visitor, address)).result;
  });
}

function codeInvalid(triesLeft: number): AppError {
  return new AppError('code_invalid', { details: { tries_left: triesLeft } });
}

/** Opening the link changes nothing, because mail scanners open links too; its page has a button. */
export async function mailOneTimeCode(
  tx: Pick<Tx, 'db' | 'clock' | 'mail' | 'config' | 'log' | 'codeKeys'>,
  { id, language, messageKey }: z.output<typeof mailOneTimeCodeJob.payload> & { messageKey: string },
): Promise<void> {
  const row = await findOneTimeCode(tx.db, id, tx.clock.now());
  if (!row) return;
  const user = await findUserByEmail(tx.db, row.email);
  const code = codeOf(tx.codeKeys, id);
  const query = new URLSearchParams({
    loginToken: linkOf(tx.codeKeys, id),
    ...(row.path !== null && { to: row.path }),
  });
  const reader = {
    email: row.email,
    firstName: user?.firstName,
    language: user?.language ?? language,
    key: messageKey,
  };
  await sendAskedMail(tx, reader, ({ i18n, siteName }) => ({
    subject: i18n.t('{code} is your {siteName} code', { code, siteName }),
    paragraphs: [
      i18n.t('Enter this code at {siteName} to log in: {code}', { code, siteName }),
      i18n.t('Or open this link on any device:'),
    ],
    button: {
      label: i18n.t('Log in without the code'),
      url: `${tx.config.publicUrl}/LoginSimple/?${query}`,
      showsAddress: true,
    },
    note: i18n.t(
      'The code and the link work once, within {minutes} minutes. If you didn’t ask for them, ignore this email and don’t share the code with anyone.',
      { minutes: CODE_MINUTES },
    ),
  }));
}
