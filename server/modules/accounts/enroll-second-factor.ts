import { generateSecret, generateURI } from 'otplib';
import type { SecondFactorState } from '#contract/endpoints/second-factor.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { seal } from '#server/platform/seal.ts';
import { toIsoOrNull } from '#server/platform/timestamps.ts';
import { findUserById, type UserRow } from './accounts.queries.ts';
import {
  countRecoveryCodes,
  replaceRecoveryCodes,
  saveSecret,
  setSecondFactorAt,
} from './second-factor.queries.ts';
import {
  type CodeTx,
  hashRecoveryCode,
  newRecoveryCodes,
  secretOf,
  showRecoveryCode,
  spendCode,
  withTry,
} from './second-factor-codes.ts';
import { tellSecondFactor } from './second-factor-mail.ts';
import { markOtherSessionsEnded } from './sessions.queries.ts';
import { needsSecondFactor } from './sessions.ts';

export async function showSecondFactor(
  { db, config }: Pick<Tx, 'db' | 'config'>,
  actor: Actor,
): Promise<SecondFactorState> {
  const user = await getSelf(db, actor);
  return {
    is_on: user.secondFactorAt !== null,
    is_required: needsSecondFactor(config, { ...user, secondFactorAt: null }),
    turned_on_at: toIsoOrNull(user.secondFactorAt),
    recovery_codes_left: await countRecoveryCodes(db, actor.userId),
  };
}

/** Each call makes a new secret; the last one counts. */
export async function enrollSecondFactor(
  tx: Pick<Tx, 'db' | 'clock' | 'log' | 'secondFactorKeys'>,
  actor: Actor,
): Promise<{ secret: string; uri: string }> {
  const user = await getSelf(tx.db, actor);
  if (user.secondFactorAt !== null) throw new AppError('already_exists');
  const secret = generateSecret();
  const sealedSecret = seal(tx.secondFactorKeys, Buffer.from(secret), secretOf(user.id));
  await saveSecret(tx.db, { userId: user.id, sealedSecret, createdAt: tx.clock.now() });
  const { site_name: issuer } = await getSettings(tx);
  return { secret, uri: generateURI({ issuer, label: user.email, secret }) };
}

/** Sessions that were opened without the second factor end, except this one. */
export function confirmSecondFactor(context: Context, actor: Actor, code: string): Promise<string[]> {
  return withTry(context, actor.userId, () =>
    inTransaction(context, async (tx) => {
      const user = await getSelf(tx.db, actor);
      if (user.secondFactorAt !== null) throw new AppError('already_exists');
      await spendCode(tx, user.id, code);
      const now = tx.clock.now();
      await setSecondFactorAt(tx.db, user.id, now);
      await markOtherSessionsEnded(tx.db, actor, now);
      const codes = await renewCodes(tx, user.id);
      await recordAudit(tx.db, {
        actorId: user.id,
        action: 'user.second-factor-on',
        subject: `user:${user.id}`,
      });
      await tellSecondFactor(tx, user, {
        title: 'Two-step login was turned on',
        line: 'From now on, logging in takes your password and a code from your authenticator app.',
      });
      return codes;
    }),
  );
}

export function renewRecoveryCodes(context: Context, actor: Actor, code: string): Promise<string[]> {
  return withTry(context, actor.userId, () =>
    inTransaction(context, async (tx) => {
      const user = await getSelf(tx.db, actor);
      if (user.secondFactorAt === null) throw new AppError('not_found');
      await spendCode(tx, user.id, code);
      const codes = await renewCodes(tx, user.id);
      await tellSecondFactor(tx, user, {
        title: 'Your recovery codes were replaced',
        line: 'The recovery codes you had before no longer work.',
      });
      return codes;
    }),
  );
}

async function renewCodes({ db, secondFactorKeys }: CodeTx, userId: number): Promise<string[]> {
  const codes = newRecoveryCodes();
  await replaceRecoveryCodes(
    db,
    userId,
    codes.map((code) => hashRecoveryCode(secondFactorKeys, userId, code)[0]),
  );
  return codes.map(showRecoveryCode);
}

async function getSelf(db: Tx['db'], { userId }: Actor): Promise<UserRow> {
  const user = await findUserById(db, userId);
  if (!user) throw new AppError('not_found');
  return user;
}
