import type { Factor } from '#contract/endpoints/second-factor.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import type { UserRow } from './accounts.queries.ts';
import { lockFactorsOf } from './factor-changes.ts';
import { spendPasskey, spendPasskeyAnswer } from './passkeys.ts';
import { spendCode, withTry } from './second-factor-codes.ts';

/** Does the work in one transaction with a code or a passkey that is used up by it. A wrong one stays counted as a try. */
export function withSecondFactor<T>(
  context: Context,
  userId: number,
  { code, passkey }: Factor,
  work: (tx: Tx, proven: { user: UserRow; way: 'app' | 'recovery' | 'passkey' }) => Promise<T>,
): Promise<T> {
  return withTry(context, userId, async () => {
    const answer = passkey && (await spendPasskeyAnswer(context, userId, passkey));
    return inTransaction(context, async (tx) => {
      const user = await lockFactorsOf(tx.db, userId);
      if (!answer) return work(tx, { user, way: await spendCode(tx, userId, code ?? '') });
      await spendPasskey(tx, userId, answer);
      return work(tx, { user, way: 'passkey' });
    });
  });
}
