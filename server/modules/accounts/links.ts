import { z } from 'zod';
import type { Context, Tx } from '#server/context.ts';
import { mailWords } from '#server/modules/settings/mail-words.ts';
import { minutesFrom } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import { composeMail } from '#server/platform/mail/template.ts';
import { defineJob } from '#server/platform/queue.ts';
import { takeHits } from '#server/platform/rate-limit.ts';
import { hashSecret, newLinkToken } from '#server/platform/secrets.ts';
import {
  findUserByEmail,
  findUserById,
  insertLinkToken,
  type LinkPurpose,
  spendLinkToken,
} from './accounts.queries.ts';
import type { LoggedIn } from './log-in.ts';
import { startSession, type Visitor } from './sessions.ts';

type LinkWords = { subject: string; lead: string; button: string };

const LINKS: Record<LinkPurpose, { minutes: number; path: string; words: (siteName: string) => LinkWords }> =
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

export const sendLink = defineJob({
  name: 'accounts.send-link',
  payload: z.object({ email: z.string(), purpose: z.enum(['login', 'password_reset']) }),
  retries: 4,
});

/**
 * The request only queues: whether the address has an account is looked up in the job, so neither the
 * answer nor its timing tells.
 */
export async function requestLink(
  world: Pick<Context, 'db' | 'clock' | 'queue'>,
  request: { email: string; purpose: LinkPurpose },
  visitor: Visitor,
): Promise<void> {
  await takeHits(world, [
    { key: `link:${request.email}`, max: 3, perMinutes: 15 },
    { key: `link:${request.email}`, max: 10, perMinutes: 24 * 60 },
    { key: `link-ip:${visitor.ip}`, max: 20, perMinutes: 60 },
  ]);
  await world.queue.enqueue(world.db, sendLink, request);
}

/** The token exists only here and in the message; a retried job makes a new one. */
export async function mailLink(
  world: Pick<Context, 'db' | 'clock' | 'mail' | 'config' | 'log'>,
  { email, purpose }: { email: string; purpose: LinkPurpose },
  messageKey: string,
): Promise<void> {
  const user = await findUserByEmail(world.db, email);
  if (!user) return;
  const link = LINKS[purpose];
  const token = newLinkToken();
  const expiresAt = minutesFrom(world.clock.now(), link.minutes);
  await insertLinkToken(world.db, { userId: user.id, purpose, tokenHash: hashSecret(token), expiresAt });
  const { siteName, greet, frame } = await mailWords(world);
  const { subject, lead, button } = link.words(siteName);
  const content = composeMail(
    {
      title: subject,
      greeting: greet(user.firstName),
      paragraphs: [lead],
      button: { label: button, url: `${world.config.publicUrl}${link.path}${token}` },
      note: `The link works once, for ${link.minutes} minutes. If you did not ask for it, ignore this message.`,
    },
    frame,
  );
  await world.mail.send({
    key: messageKey,
    to: user.email,
    subject,
    purpose: 'asked',
    ...content,
  });
}

/** Guessing is limited per address; a right token costs no hit. */
export async function countLinkTry(world: Pick<Context, 'db' | 'clock'>, visitor: Visitor) {
  return takeHits(world, [{ key: `link-try:${visitor.ip}`, max: 10, perMinutes: 15 }]);
}

export async function spendLink(
  world: Pick<Tx, 'db' | 'clock'>,
  { token, purpose }: { token: string; purpose: LinkPurpose },
): Promise<number> {
  const spent = await spendLinkToken(world.db, {
    tokenHash: hashSecret(token),
    purpose,
    now: world.clock.now(),
  });
  if (!spent) throw new AppError('link_invalid');
  return spent.userId;
}

export async function logInByLink(
  world: Pick<Tx, 'db' | 'clock' | 'jwt'>,
  token: string,
  visitor: Visitor,
): Promise<LoggedIn> {
  const userId = await spendLink(world, { token, purpose: 'login' });
  const user = await findUserById(world.db, userId);
  if (!user) throw new AppError('link_invalid');
  return { jwt: await startSession(world, userId, visitor), user };
}
