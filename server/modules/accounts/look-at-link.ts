import type { Tx } from '#server/context.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { hashSecret } from '#server/platform/secrets.ts';
import { findLinkToken, findUserByEmail, findUserById } from './accounts.queries.ts';
import { readLink } from './email-codes.ts';
import { findEntryCode } from './entry-codes.queries.ts';

export type LinkFacts = {
  email: string;
  firstName: string;
  about: string | null;
  isYours: boolean;
  hasSession: boolean;
  works: boolean;
};

/** Says whom a mailed link is for, without using it up. */
export async function lookAtLink(
  tx: Pick<Tx, 'db' | 'clock' | 'codeKeys'>,
  actor: Actor | undefined,
  token: string,
): Promise<LinkFacts> {
  return token.includes('.') ? lookAtEntryLink(tx, actor, token) : lookAtToken(tx, actor, token);
}

async function lookAtToken(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  actor: Actor | undefined,
  token: string,
): Promise<LinkFacts> {
  const link = await findLinkToken(db, hashSecret(token));
  const user = link && (await findUserById(db, link.userId));
  if (!user) throw new AppError('link_invalid');
  const works = link.usedAt === null && Date.parse(link.expiresAt) > clock.now().getTime();
  return { ...factsOf(user, actor), about: link.about, works: works && user.suspendedAt === null };
}

async function lookAtEntryLink(
  { db, clock, codeKeys }: Pick<Tx, 'db' | 'clock' | 'codeKeys'>,
  actor: Actor | undefined,
  token: string,
): Promise<LinkFacts> {
  const code = await findEntryCode(db, readLink(codeKeys, token), clock.now());
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
