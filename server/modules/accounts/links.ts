import { z } from 'zod';
import type { Tx } from '#server/context.ts';
import { mailWords } from '#server/modules/settings/mail-words.ts';
import { minutesFrom } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import { composeMail } from '#server/platform/mail/template.ts';
import { defineJob } from '#server/platform/queue.ts';
import { hashSecret, newLinkToken } from '#server/platform/secrets.ts';
import { findUserByEmail, insertLinkToken, type LinkPurpose, spendLinkToken } from './accounts.queries.ts';
import type { ClaimTx } from './claim-address.ts';
import { readLink } from './email-codes.ts';
import { spendEntryCode } from './entry-codes.queries.ts';
import { enterAccount, openProvenAccount } from './open-proven-account.ts';
import type { Visitor } from './sessions.ts';
import type { Challenged, LoggedIn } from './start-session-or-challenge.ts';

type LinkWords = { subject: string; lead: string; button: string };

type AskedPurpose = Exclude<LinkPurpose, 'mail'>;

const LINKS: Record<AskedPurpose, { minutes: number; path: string; words: (siteName: string) => LinkWords }> =
  {
    login: {
      minutes: 15,
      path: '/LoginSimple/?loginToken=',
      words: (siteName) => ({
        subject: `Your ${siteName} login link`,
        lead: 'Here is the link you asked for. It logs you in without a password.',
        button: `Log in to ${siteName}`,
      }),
    },
    password_reset: {
      minutes: 60,
      path: '/PasswordReset/?code=',
      words: (siteName) => ({
        subject: `Set a new ${siteName} password`,
        lead: `Someone, hopefully you, asked to set a new password for your ${siteName} account.`,
        button: 'Set a new password',
      }),
    },
  };

/**
 * Requests for a link only enqueue this job. It looks up whether the address has an account, so neither the
 * answer nor its timing reveals that.
 */
export const sendLink = defineJob({
  name: 'accounts.send-link',
  payload: z.object({ email: z.string(), purpose: z.enum(['login', 'password_reset']) }),
  retries: 4,
  concurrency: 4,
});

/** The token is stored only as a hash, so a retried job sends a new one. */
export async function mailLink(
  tx: Pick<Tx, 'db' | 'clock' | 'mail' | 'config' | 'log'>,
  { email, purpose, messageKey }: { email: string; purpose: AskedPurpose; messageKey: string },
): Promise<void> {
  const user = await findUserByEmail(tx.db, email);
  if (!user) return;
  const link = LINKS[purpose];
  const token = newLinkToken();
  const expiresAt = minutesFrom(tx.clock.now(), link.minutes);
  await insertLinkToken(tx.db, { userId: user.id, purpose, tokenHash: hashSecret(token), expiresAt });
  const { siteName, greet, frame } = await mailWords(tx);
  const { subject, lead, button } = link.words(siteName);
  const content = composeMail(
    {
      title: subject,
      greeting: greet(user.firstName),
      paragraphs: [lead],
      button: { label: button, url: `${tx.config.publicUrl}${link.path}${token}`, showsAddress: true },
      note: `The link works once, within ${link.minutes} minutes. If you did not ask for it, you can ignore this e-mail.`,
    },
    frame,
  );
  await tx.mail.send({ key: messageKey, to: user.email, subject, purpose: 'asked', ...content });
}

export async function spendLink(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  { token, purposes }: { token: string; purposes: readonly LinkPurpose[] },
): Promise<{ userId: number; purpose: LinkPurpose }> {
  const spent = await spendLinkToken(db, { tokenHash: hashSecret(token), purposes, now: clock.now() });
  if (!spent) throw new AppError('link_invalid');
  return { userId: spent.userId, purpose: spent.purpose as LinkPurpose };
}

/** A token with a dot comes from the mail of a code; all others are stored as hashes. */
export async function logInByLink(
  tx: ClaimTx & Pick<Tx, 'jwt' | 'codeKeys'>,
  visitor: Visitor,
  token: string,
): Promise<LoggedIn | Challenged> {
  if (!token.includes('.')) {
    const { userId, purpose } = await spendLink(tx, { token, purposes: ['login', 'mail'] });
    // Such a mail is about what the account holds, for example an album of a saved team.
    return enterAccount(tx, visitor, { userId, keepsContent: purpose === 'mail' });
  }
  const email = await spendEntryCode(tx.db, readLink(tx.codeKeys, token), tx.clock.now());
  if (email === undefined) throw new AppError('link_invalid');
  return (await openProvenAccount(tx, visitor, email)).result;
}
