import { generateSecret, generateURI } from 'otplib';
import type { Factor, SecondFactorState } from '#contract/endpoints/second-factor.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { minutesFrom } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { seal } from '#server/platform/seal.ts';
import { toIso, toIsoOrNull } from '#server/platform/timestamps.ts';
import { relyingPartyOf } from '#server/platform/webauthn.ts';
import { findUserById } from './accounts.queries.ts';
import { keepFirstFactor, lockFactorsOf, refuseLast, renewCodes } from './factor-changes.ts';
import { needsMailedCode, requireMailedCode } from './mailed-factor-code.ts';
import { listPasskeys } from './passkeys.queries.ts';
import {
  countRecoveryCodes,
  deleteApp,
  listFactorKinds,
  savePendingSecret,
  saveSecret,
  takePendingSecret,
} from './second-factor.queries.ts';
import { checkAppCode, secretOf, withTry } from './second-factor-codes.ts';
import { tellSecondFactor } from './second-factor-mail.ts';
import { needsSecondFactor } from './sessions.ts';
import { withSecondFactor } from './verify-second-factor.ts';

const PENDING_MINUTES = 15;

export async function showSecondFactor(
  tx: Pick<Tx, 'db' | 'config' | 'clock'>,
  actor: Actor,
): Promise<SecondFactorState> {
  const { db, config } = tx;
  const user = await findUserById(db, actor.userId);
  if (!user) throw new AppError('not_found');
  const passkeys = await listPasskeys(db, user.id);
  return {
    is_on: user.secondFactorAt !== null,
    is_required: needsSecondFactor(config, { ...user, secondFactorAt: null }),
    turned_on_at: toIsoOrNull(user.secondFactorAt),
    recovery_codes_left: await countRecoveryCodes(db, user.id),
    has_app: (await listFactorKinds(db, user.id)).includes('app'),
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      created_at: toIso(createdAt),
      last_used_at: toIsoOrNull(lastUsedAt),
    })),
    offers_passkeys: relyingPartyOf(config.publicUrl) !== undefined,
    needs_mailed_code: await needsMailedCode(tx, actor),
  };
}

/** Each call makes a new secret; the last one counts, and the app in use works until it is confirmed. */
export async function enrollSecondFactor(
  tx: Pick<Tx, 'db' | 'clock' | 'config' | 'log' | 'secondFactorKeys'>,
  actor: Actor,
): Promise<{ secret: string; uri: string }> {
  await requireMailedCode(tx, actor);
  const user = await lockFactorsOf(tx.db, actor.userId);
  const secret = generateSecret();
  const sealedSecret = seal(tx.secondFactorKeys, Buffer.from(secret), secretOf(user.id));
  const expiresAt = minutesFrom(tx.clock.now(), PENDING_MINUTES);
  await savePendingSecret(tx.db, { userId: user.id, sealedSecret, expiresAt });
  const { site_name: issuer } = await getSettings(tx);
  return { secret, uri: generateURI({ issuer, label: user.email, secret }) };
}

export function confirmSecondFactor(context: Context, actor: Actor, code: string): Promise<string[]> {
  return withTry(context, actor.userId, () =>
    inTransaction(context, async (tx) => {
      const user = await lockFactorsOf(tx.db, actor.userId);
      const now = tx.clock.now();
      const sealedSecret = await takePendingSecret(tx.db, user.id, now);
      if (!sealedSecret) throw new AppError('code_invalid');
      const lastStep = checkAppCode(tx, { userId: user.id, sealedSecret, lastStep: 0 }, code);
      await saveSecret(tx.db, { userId: user.id, sealedSecret, lastStep, createdAt: now });
      const codes = await keepFirstFactor(tx, actor, user);
      await recordAudit(tx.db, { actorId: user.id, action: 'user.app-add', subject: `user:${user.id}` });
      await tellSecondFactor(
        tx,
        user,
        user.secondFactorAt === null
          ? {
              title: 'Two-step login was turned on',
              line: 'From now on, logging in takes your password and a code from your authenticator app.',
            }
          : {
              title: 'An authenticator app was set up',
              line: 'From now on, only codes of this app work. Codes of an app that you used before do not.',
            },
      );
      return codes;
    }),
  );
}

export async function removeApp(
  tx: Pick<Tx, 'db' | 'clock' | 'queue' | 'config' | 'log'>,
  actor: Actor,
): Promise<void> {
  const user = await lockFactorsOf(tx.db, actor.userId);
  if (!(await deleteApp(tx.db, user.id))) throw new AppError('not_found');
  await refuseLast(tx.db, user.id);
  await recordAudit(tx.db, { actorId: user.id, action: 'user.app-remove', subject: `user:${user.id}` });
  await tellSecondFactor(tx, user, {
    title: 'Your authenticator app was removed',
    line: 'Codes of the app no longer work.',
  });
}

export function renewRecoveryCodes(context: Context, actor: Actor, factor: Factor): Promise<string[]> {
  return withSecondFactor(context, actor.userId, factor, async (tx, { user }) => {
    if (user.secondFactorAt === null) throw new AppError('not_found');
    const codes = await renewCodes(tx, user.id);
    await tellSecondFactor(tx, user, {
      title: 'Your recovery codes were replaced',
      line: 'The recovery codes you had before no longer work.',
    });
    return codes;
  });
}
