import { type Context, inTransaction } from '#server/context.ts';
import { isSealedByNewest, seal, unseal } from '#server/platform/seal.ts';
import { listSecondFactorUsers, lockSecondFactor, replaceSealedSecret } from './second-factor.queries.ts';
import { secretOf } from './second-factor-codes.ts';

/** Seals the secrets of authenticator apps with the newest key. Returns how many had an older one. */
export async function resealSecondFactors(context: Context): Promise<number> {
  let resealed = 0;
  for (const userId of await listSecondFactorUsers(context.db)) {
    const isChanged = await inTransaction(context, async ({ db, secondFactorKeys }) => {
      const factor = await lockSecondFactor(db, userId);
      const about = secretOf(userId);
      if (!factor || isSealedByNewest(secondFactorKeys, factor.sealedSecret, about)) return false;
      const secret = unseal(secondFactorKeys, factor.sealedSecret, about);
      await replaceSealedSecret(db, userId, seal(secondFactorKeys, secret, about));
      return true;
    });
    if (isChanged) resealed += 1;
  }
  return resealed;
}
