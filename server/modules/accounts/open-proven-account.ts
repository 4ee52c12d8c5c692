import type { Tx } from '#server/context.ts';
import { legalVersion } from '#server/modules/settings/legal-texts.ts';
import { AppError } from '#server/platform/errors.ts';
import { findUserByEmail, findUserById, lockAddress } from './accounts.queries.ts';
import { agree } from './agree.ts';
import { type Claim, type ClaimTx, claimAddress, tellClaimed } from './claim-address.ts';
import { makeProvenAccount } from './create-account.ts';
import type { Visitor } from './sessions.ts';
import { type Challenged, type LoggedIn, startSessionOrChallenge } from './start-session-or-challenge.ts';

type EntryTx = ClaimTx & Pick<Tx, 'jwt'>;
type Entered = { userId: number; result: LoggedIn | Challenged };

/**
 * Logs in the owner of an address who has just proven it and agreed to the terms. An address without an account gets
 * one, without a name and a password.
 */
export async function openProvenAccount(tx: EntryTx, visitor: Visitor, email: string): Promise<Entered> {
  await lockAddress(tx.db, email);
  const known = await findUserByEmail(tx.db, email);
  const claim = await claimAddress(tx, known?.id ?? (await makeProvenAccount(tx, email, visitor.ip)));
  if (claim.userId !== known?.id) await agree(tx, claim, await legalVersion(tx));
  return enterClaimed(tx, visitor, claim);
}

/** The first proof of an address ends whatever was made before it, because anybody may have registered it. */
export async function enterAccount(
  tx: EntryTx,
  visitor: Visitor,
  { userId, keepsContent }: { userId: number; keepsContent: boolean },
): Promise<LoggedIn | Challenged> {
  const claim = await claimAddress(tx, userId, { keepsContent });
  return (await enterClaimed(tx, visitor, claim)).result;
}

async function enterClaimed(tx: EntryTx, visitor: Visitor, claim: Claim): Promise<Entered> {
  const { userId, isClaim } = claim;
  const user = await findUserById(tx.db, userId);
  if (!user) throw new AppError('link_invalid');
  if (isClaim) await tellClaimed(tx, user, claim);
  return { userId, result: { ...(await startSessionOrChallenge(tx, user, visitor)), isClaim } };
}
