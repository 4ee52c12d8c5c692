import type { Tx } from '#server/context.ts';
import { minutesFrom } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import { hashSecret, newLinkToken } from '#server/platform/secrets.ts';
import type { UserRow } from './accounts.queries.ts';
import { type FactorKind, insertChallenge, listFactorKinds } from './second-factor.queries.ts';
import { startSession, type Visitor } from './sessions.ts';

const CHALLENGE_MINUTES = 10;

export type LoggedIn = {
  jwt: string;
  user: UserRow;
  /** This log-in was the first proof of the address and ended whatever was made before. */
  isClaim?: boolean;
};
export type Challenged = { challenge: string; expiresAt: Date; kinds: FactorKind[] };

/**
 * Every way in ends here: with a session, or with a challenge for people who have a second factor. It does not throw
 * the challenge, because that would undo a password reset or a spent link.
 */
export async function startSessionOrChallenge(
  tx: Pick<Tx, 'db' | 'clock' | 'jwt'>,
  user: UserRow,
  visitor: Visitor,
): Promise<LoggedIn | Challenged> {
  if (user.secondFactorAt === null) return { jwt: await startSession(tx, user.id, visitor), user };
  const challenge = newLinkToken();
  const expiresAt = minutesFrom(tx.clock.now(), CHALLENGE_MINUTES);
  await insertChallenge(tx.db, { userId: user.id, tokenHash: hashSecret(challenge), expiresAt });
  return { challenge, expiresAt, kinds: await listFactorKinds(tx.db, user.id) };
}

/** Call it after the transaction has been committed. */
export function requireSession(result: LoggedIn | Challenged): LoggedIn {
  if ('jwt' in result) return result;
  const { challenge, expiresAt, kinds } = result;
  throw new AppError('second_factor_required', {
    details: { challenge, expires_at: expiresAt.toISOString(), kinds },
  });
}
