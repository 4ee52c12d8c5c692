import { z } from 'zod';
import type { Tx } from '#server/context.ts';
import { type MailMessages, sendAskedMail } from '#server/modules/settings/mail-messages.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import { hashSecret, newLinkToken } from '#server/platform/security/secrets.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import {
  findOneTimeCode,
  findUserByEmail,
  findUserById,
  insertUser,
  NAMELESS,
  spendOneTimeCode,
} from './accounts.queries.ts';
import type { ClaimTx } from './claim-address.ts';
import { readLink } from './email-codes.ts';
import { accountsByEmail } from './find-people.ts';
import { enterAccount, openVerifiedAccount } from './register.ts';
import type { Challenged, LoggedIn, Visitor } from './sessions.ts';
import { acceptInvitation, findInvitation } from './staff-invitations.ts';

type AskedPurpose = Exclude<LinkPurpose, 'mail'>;

const LINKS: Record<AskedPurpose, { minutes: number; path: string }> = {
  login: { minutes: 15, path: '/LoginSimple/?loginToken=' },
  password_reset: { minutes: 60, path: '/PasswordReset/?code=' },
};

function wordsOf({ i18n, siteName }: MailMessages, purpose: AskedPurpose) {
  return purpose === 'login'
    ? {
        subject: i18n.t('Your {siteName} login link', { siteName }),
        lead: i18n.t('Here’s the link you asked for. It logs you in without a password.'),
        label: i18n.t('Log in to {siteName}', { siteName }),
      }
    : {
        subject: i18n.t('Set a new {siteName} password', { siteName }),
        lead: i18n.t('Someone, hopefully you, asked to set a new password for your {siteName} account.', {
          siteName,
        }),
        label: i18n.t('Set a new password'),
      };
}

/**
 * Requests for a link only enqueue this job. It looks up whether the address has an account, so neither the
 * answer nor its timing reveals that.
 */
export const sendLink = defineJob({
  name: 'accounts.send-link',
  payload: z.object({
    email: z.string(),
    purpose: z.enum(['login', 'password_reset']),
    /** The language of the browser that asked, until the profile has one. */
    language: z.string().nullish(),
  }),
  retries: 4,
  concurrency: 4,
});

/** The token is stored only as a hash, so a retried job sends a new one. */
export async function mailLink(
  tx: Pick<Tx, 'db' | 'clock' | 'mail' | 'config' | 'log'>,
  { email, purpose, language, messageKey }: z.output<typeof sendLink.payload> & { messageKey: string },
): Promise<void> {
  const user = await findUserByEmail(tx.db, email);
  if (!user) return;
  const link = LINKS[purpose];
  const token = newLinkToken();
  const expiresAt = minutesFrom(tx.clock.now(), link.minutes);
  await insertLinkToken(tx.db, { userId: user.id, purpose, tokenHash: hashSecret(token), expiresAt });
  await sendAskedMail(tx, { ...user, language: user.language ?? language, key: messageKey }, (messages) => {
    const { subject, lead, label } = wordsOf(messages, purpose);
    return {
      subject,
      paragraphs: [lead],
      button: { label, url: `${tx.config.publicUrl}${link.path}${token}`, showsAddress: true },
      note: messages.i18n.t(
        'The link works once, within {minutes} minutes. If you didn’t ask for it, you can ignore this email.',
        { minutes: link.minutes },
      ),
    };
  });
}

export async function spendLink(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  { token, purposes }: { token: string; purposes: readonly LinkPurpose[] },
): Promise<{ userId: number; purpose: LinkPurpose }> {
  const now = clock.now();
  // One statement spends the token, so that only one of two simultaneous clicks succeeds.
  const spent = await db
    .updateTable('linkTokens')
    .set({ usedAt: now })
    .where('tokenHash', '=', hashSecret(token))
    .where('purpose', 'in', purposes)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now.toISOString())
    .returning(['userId', 'purpose'])
    .executeTakeFirstOrThrow(() => new AppError('link_invalid'));
  return { userId: spent.userId, purpose: spent.purpose as LinkPurpose };
}

/** A token with a dot comes from the mail of a code; all others are stored as hashes. */
export async function logInByLink(
  tx: ClaimTx & Pick<Tx, 'jwt' | 'codeKeys'>,
  visitor: Visitor,
  token: string,
): Promise<LoggedIn | Challenged> {
  if (!token.includes('.')) {
    const joined = await acceptInvitation(tx, visitor, token);
    if (joined) return joined;
    const { userId, purpose } = await spendLink(tx, { token, purposes: ['login', 'mail'] });
    // Such a mail is about what the account holds, for example an album of a saved team.
    return enterAccount(tx, visitor, { userId, keepsContent: purpose === 'mail' });
  }
  const email = await spendOneTimeCode(tx.db, readLink(tx.codeKeys, token), tx.clock.now());
  if (email === undefined) throw new AppError('link_invalid');
  return (await openVerifiedAccount(tx, visitor, email)).result;
}

export type LinkFacts = {
  email: string;
  firstName: string;
  about: string | null;
  isYours: boolean;
  hasSession: boolean;
  works: boolean;
};

/** Describes whom a mailed link is for, without using it up. */
export async function describeMailLink(
  tx: Pick<Tx, 'db' | 'clock' | 'codeKeys'>,
  actor: Actor | undefined,
  token: string,
): Promise<LinkFacts> {
  return token.includes('.') ? describeEntryLink(tx, actor, token) : describeToken(tx, actor, token);
}

async function describeToken(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  actor: Actor | undefined,
  token: string,
): Promise<LinkFacts> {
  const invitation = await findInvitation({ db, clock }, token);
  if (invitation) {
    const { email, works } = invitation;
    const known = await findUserByEmail(db, email);
    const reader = known ?? { id: undefined, email, firstName: '' };
    return { ...factsOf(reader, actor), about: 'Your invitation to the staff', works };
  }
  const link = await db
    .selectFrom('linkTokens')
    .select(['userId', 'about', 'usedAt', 'expiresAt'])
    .where('tokenHash', '=', hashSecret(token))
    .executeTakeFirst();
  const user = link && (await findUserById(db, link.userId));
  if (!user) throw new AppError('link_invalid');
  const works = link.usedAt === null && Date.parse(link.expiresAt) > clock.now().getTime();
  return { ...factsOf(user, actor), about: link.about, works };
}

async function describeEntryLink(
  { db, clock, codeKeys }: Pick<Tx, 'db' | 'clock' | 'codeKeys'>,
  actor: Actor | undefined,
  token: string,
): Promise<LinkFacts> {
  const code = await findOneTimeCode(db, readLink(codeKeys, token), clock.now());
  if (!code) throw new AppError('link_invalid');
  const user = await findUserByEmail(db, code.email);
  const newcomer = { id: undefined, email: code.email, firstName: '' };
  return { ...factsOf(user ?? newcomer, actor), about: null, works: true };
}

type Reader = { id: number | undefined; email: string; firstName: string };

function factsOf({ id, email, firstName }: Reader, actor: Actor | undefined) {
  const hasSession = actor !== undefined;
  return { email, firstName, isYours: hasSession && actor.userId === id, hasSession };
}

const MAIL_LINK_DAYS = 7;
const MAX_ABOUT = 200;

/** Makes the address of a place on the site that logs the reader of one mail in. */
export type SignPath = (path: string) => string;

/**
 * All links of one mail share a secret that logs its reader in once. Afterwards they still lead to their place. Call it
 * in the job that sends the mail, so that the secret is in no queue; `about` is shown to a reader who has to log in,
 * and must name nobody.
 */
export async function signLinks(
  { db, clock, config }: Pick<Tx, 'db' | 'clock' | 'config'>,
  { userId, about }: { userId: number; about: string },
): Promise<SignPath> {
  const secret = await makeMailSecret({ db, clock }, { userId, about });
  return (path) => withSecret(config, path, secret);
}

export async function makeMailSecret(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  { userId, about }: { userId: number; about: string },
): Promise<string> {
  const token = newLinkToken();
  await insertLinkToken(db, {
    userId,
    purpose: 'mail',
    tokenHash: hashSecret(token),
    expiresAt: minutesFrom(clock.now(), MAIL_LINK_DAYS * 24 * 60),
    about: about.slice(0, MAX_ABOUT),
  });
  return token;
}

export function withSecret(
  { publicUrl }: Pick<Tx['config'], 'publicUrl'>,
  path: string,
  secret: string,
): string {
  const address = new URL(path, publicUrl);
  address.searchParams.set('login', secret);
  return address.href;
}

/** For mails that also go to people without an account: their links ask for a log-in. */
export async function signLinksTo(
  tx: Pick<Tx, 'db' | 'clock' | 'config'>,
  { email, about }: { email: string; about: string },
): Promise<SignPath> {
  const userId = (await accountsByEmail(tx.db, [email])).get(email.toLowerCase());
  if (userId !== undefined) return signLinks(tx, { userId, about });
  return (path) => new URL(path, tx.config.publicUrl).href;
}

/** Gives an address an empty account, unless it has one again, and mails a log-in link. */
export async function restoreAccount(
  { db, clock, queue }: Pick<Tx, 'db' | 'clock' | 'queue'>,
  email: string,
): Promise<void> {
  await insertUser(db, { email, ...NAMELESS, agreedToTermsAt: clock.now() });
  await queue.enqueue(db, sendLink, { email, purpose: 'login' });
}

async function insertLinkToken(
  db: Db,
  token: { userId: number; purpose: LinkPurpose; tokenHash: Buffer; expiresAt: Date; about?: string },
): Promise<void> {
  await db.insertInto('linkTokens').values(token).execute();
}

/** `mail` is a link in a mail about something else, such as an album or a receipt. */
export type LinkPurpose = 'login' | 'password_reset' | 'mail';
