import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { legalVersion } from '#server/modules/settings/legal-texts.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { subnetOf } from '#server/platform/http/network-of.ts';
import { hashPassword } from '#server/platform/security/passwords.ts';
import { findUserByEmail, getUser, insertUser, lockAddress, type NewUser } from './accounts.queries.ts';
import { type Claim, type ClaimTx, claimAddress, notifyClaimed } from './claim-address.ts';
import { agree, makeVerifiedAccount } from './create-account.ts';
import { issueCode } from './email-codes.ts';
import { newPendingAddress } from './find-people.ts';
import {
  type Challenged,
  type LoggedIn,
  startSession,
  startSessionOrChallenge,
  type Visitor,
} from './sessions.ts';

export type Registration = {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  name: string;
  birthDate: string | null;
};

/**
 * Where addresses are verified, one that has an account is answered like any other: with its own account, which
 * opens nothing before its address is verified. Only the mailbox learns that there was an account before. It opens its own
 * transaction because hashing is slow and would hold one open.
 */
export async function register(
  context: Context,
  visitor: Visitor,
  { password, ...person }: Registration,
): Promise<LoggedIn> {
  const passwordHash = await hashPassword(password, subnetOf(visitor.ip));
  return inTransaction(context, async (tx) => {
    await lockAddress(tx.db, person.email);
    const account = {
      ...person,
      passwordHash,
      agreedToTermsAt: tx.clock.now(),
      signupNetwork: subnetOf(visitor.ip),
      language: visitor.language,
    };
    const user = (await insertUser(tx.db, account)) ?? (await insertDuplicate(tx, account));
    if (!user) throw new AppError('email_taken');
    const agreed = await agree(tx, { userId: user.id }, await legalVersion(tx));
    if (tx.config.verification.isRequired) {
      await issueCode(tx, { userId: user.id, purpose: 'verification', email: user.email });
    }
    return { jwt: await startSession(tx, user.id, visitor), user: agreed };
  });
}

function insertDuplicate({ db, config }: Pick<Tx, 'db' | 'config'>, account: NewUser) {
  if (!config.verification.isRequired) return undefined;
  return insertUser(db, { ...account, email: newPendingAddress(), claimedEmail: account.email });
}

type EntryTx = ClaimTx & Pick<Tx, 'jwt'>;
type Entered = { userId: number; result: LoggedIn | Challenged };

/**
 * Logs in the owner of an address who has just verified it and agreed to the terms. An address without an account gets
 * one, without a name and a password.
 */
export async function openVerifiedAccount(tx: EntryTx, visitor: Visitor, email: string): Promise<Entered> {
  await lockAddress(tx.db, email);
  const known = await findUserByEmail(tx.db, email);
  const claim = await claimAddress(tx, known?.id ?? (await makeVerifiedAccount(tx, email, visitor)));
  if (claim.userId !== known?.id) await agree(tx, claim, await legalVersion(tx));
  return enterClaimed(tx, visitor, claim);
}

/** The first verification of an address ends whatever was made before it, because anybody may have registered it. */
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
  const user = await getUser(tx.db, userId, 'link_invalid');
  if (isClaim)
    await notifyClaimed(tx, { ...user, language: user.language ?? visitor.language ?? null }, claim);
  return { userId, result: { ...(await startSessionOrChallenge(tx, user, visitor)), isClaim } };
}
