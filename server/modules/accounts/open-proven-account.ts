import type { Tx } from '#server/context.ts';
import { legalVersion } from '#server/modules/settings/legal-texts.ts';
import { AppError } from '#server/platform/errors.ts';
import { signupNetworkOf } from '#server/platform/http/network-of.ts';
import { findUserByEmail, findUserById, insertUser, lockAddress } from './accounts.queries.ts';
import { agree } from './agree.ts';
import { type ClaimTx, claimAddress, tellClaimed } from './claim-address.ts';
import type { Visitor } from './sessions.ts';
import { type Challenged, type LoggedIn, startSessionOrChallenge } from './start-session-or-challenge.ts';

type EntryTx = ClaimTx & Pick<Tx, 'jwt'>;

/**
 * Logs in the owner of an address who has just proven it and agreed to the terms. An address without an account gets
 * one, without a name and a password.
 */
export async function openProvenAccount(
  tx: EntryTx,
  visitor: Visitor,
  email: string,
): Promise<{ userId: number; result: LoggedIn | Challenged }> {
  await lockAddress(tx.db, email);
  const known = await findUserByEmail(tx.db, email);
  const userId = known?.id ?? (await makeAccount(tx, visitor, email));
  return { userId, result: await enterAccount(tx, visitor, userId) };
}

/** The first proof of an address ends whatever was made before it, because anybody may have registered it. */
export async function enterAccount(
  tx: EntryTx,
  visitor: Visitor,
  userId: number,
): Promise<LoggedIn | Challenged> {
  const isClaim = await claimAddress(tx, userId);
  const user = await findUserById(tx.db, userId);
  if (!user) throw new AppError('link_invalid');
  if (isClaim) await tellClaimed(tx, user);
  return { ...(await startSessionOrChallenge(tx, user, visitor)), isClaim };
}

async function makeAccount(tx: Pick<Tx, 'db' | 'clock'>, { ip }: Visitor, email: string): Promise<number> {
  const now = tx.clock.now();
  const user = await insertUser(tx.db, {
    email,
    emailProvenAt: now,
    passwordHash: null,
    firstName: '',
    lastName: '',
    name: '',
    birthDate: null,
    agreedToTermsAt: now,
    createdAt: now,
    signupNetwork: signupNetworkOf(ip),
  });
  if (!user) throw new AppError('email_taken');
  await agree(tx, { userId: user.id }, await legalVersion(tx));
  return user.id;
}
