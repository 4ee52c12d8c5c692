import { generateSecret, generateURI } from 'otplib';
import type { Factor, SecondFactorState } from '#contract/endpoints/second-factor.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { toWire } from '#server/platform/http/wire-names.ts';
import { encrypt } from '#server/platform/security/encrypt.ts';
import { relyingPartyOf } from '#server/platform/security/webauthn.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import { toIsoOrNull } from '#server/platform/time/timestamps.ts';
import {
  findUserByEmail,
  getUser,
  lockUser,
  markAllSessionsEnded,
  type UserRow,
} from './accounts.queries.ts';
import { actFor, auditUser } from './customer-access.ts';
import { needsMailedCode, notifySecondFactor, requireMailedCode } from './mailed-factor-code.ts';
import { listPasskeys, spendPasskey, spendPasskeyAnswer } from './passkeys.ts';
import { isPasswordOf } from './passwords.ts';
import {
  closeChallenges,
  countRecoveryCodes,
  listFactorKinds,
  setSecondFactorAt,
} from './second-factor.queries.ts';
import {
  checkAppCode,
  keepFirstFactor,
  refuseLast,
  renewCodes,
  secretOf,
  spendCode,
  withFactorAttempt,
} from './second-factor-codes.ts';
import { needsSecondFactor } from './sessions.ts';

type OffTx = Pick<Tx, 'db' | 'clock' | 'queue' | 'config' | 'log'>;

/** Does the work in one transaction with a code or a passkey that is used up by it. A wrong one stays counted as a try. */
export function withSecondFactor<T>(
  context: Context,
  userId: number,
  { code, passkey }: Factor,
  work: (tx: Tx, verified: { user: UserRow; way: 'app' | 'recovery' | 'passkey' }) => Promise<T>,
): Promise<T> {
  return withFactorAttempt(context, userId, async () => {
    const answer = passkey && (await spendPasskeyAnswer(context, userId, passkey));
    return inTransaction(context, async (tx) => {
      const user = await lockUser(tx.db, userId);
      if (!answer) return work(tx, { user, way: await spendCode(tx, userId, code ?? '') });
      await spendPasskey(tx, userId, answer);
      return work(tx, { user, way: 'passkey' });
    });
  });
}

const PENDING_MINUTES = 15;

export async function showSecondFactor(
  tx: Pick<Tx, 'db' | 'config' | 'clock'>,
  actor: Actor,
): Promise<SecondFactorState> {
  const { db, config } = tx;
  const user = await getUser(db, actor.userId);
  const passkeys = await listPasskeys(db, user.id);
  return {
    is_on: user.secondFactorAt !== null,
    is_required: needsSecondFactor(config, { ...user, secondFactorAt: null }),
    turned_on_at: toIsoOrNull(user.secondFactorAt),
    recovery_codes_left: await countRecoveryCodes(db, user.id),
    has_app: (await listFactorKinds(db, user.id)).includes('app'),
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) =>
      toWire({ id, name, createdAt, lastUsedAt }),
    ),
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
  const user = await lockUser(tx.db, actor.userId);
  const secret = generateSecret();
  const encryptedSecret = encrypt(tx.secondFactorKeys, Buffer.from(secret), secretOf(user.id));
  const expiresAt = minutesFrom(tx.clock.now(), PENDING_MINUTES);
  await tx.db
    .insertInto('pendingSecondFactors')
    .values({ userId: user.id, encryptedSecret, expiresAt })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ encryptedSecret, expiresAt }))
    .execute();
  const { site_name: issuer } = await getSettings(tx);
  return { secret, uri: generateURI({ issuer, label: user.email, secret }) };
}

export function confirmSecondFactor(context: Context, actor: Actor, code: string): Promise<string[]> {
  return withFactorAttempt(context, actor.userId, () =>
    inTransaction(context, async (tx) => {
      const user = await lockUser(tx.db, actor.userId);
      const now = tx.clock.now();
      // It is no longer pending, so that it is confirmed once.
      const pending = await tx.db
        .deleteFrom('pendingSecondFactors')
        .where('userId', '=', user.id)
        .where('expiresAt', '>', now.toISOString())
        .returning('encryptedSecret')
        .executeTakeFirstOrThrow(() => new AppError('code_invalid'));
      const { encryptedSecret } = pending;
      const lastStep = checkAppCode(tx, { userId: user.id, encryptedSecret, lastStep: 0 }, code);
      const app = { encryptedSecret, lastStep, createdAt: now };
      await tx.db
        .insertInto('secondFactors')
        .values({ userId: user.id, ...app })
        .onConflict((conflict) => conflict.column('userId').doUpdateSet(app))
        .execute();
      const codes = await keepFirstFactor(tx, actor, user);
      await auditUser(tx.db, user.id, { action: 'user.app-add', userId: user.id });
      await notifySecondFactor(
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

export async function removeApp(tx: OffTx, actor: Actor): Promise<void> {
  const user = await lockUser(tx.db, actor.userId);
  await tx.db
    .deleteFrom('secondFactors')
    .where('userId', '=', user.id)
    .returning('userId')
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
  await refuseLast(tx.db, user.id);
  await auditUser(tx.db, user.id, { action: 'user.app-remove', userId: user.id });
  await notifySecondFactor(tx, user, {
    title: 'Your authenticator app was removed',
    line: 'Codes of the app no longer work.',
  });
}

export function renewRecoveryCodes(context: Context, actor: Actor, factor: Factor): Promise<string[]> {
  return withSecondFactor(context, actor.userId, factor, async (tx, { user }) => {
    if (user.secondFactorAt === null) throw new AppError('not_found');
    const codes = await renewCodes(tx, user.id);
    await notifySecondFactor(tx, user, {
      title: 'Your recovery codes were replaced',
      line: 'The recovery codes you had before no longer work.',
    });
    return codes;
  });
}

export async function disableSecondFactor(
  context: Context,
  { userId }: Actor,
  { password, ...factor }: { password: string } & Factor,
): Promise<void> {
  if (!(await isPasswordOf(context, userId, password))) throw new AppError('password_wrong');
  await withSecondFactor(context, userId, factor, async (tx, { user }) => {
    if (user.secondFactorAt === null) throw new AppError('not_found');
    if (needsSecondFactor(tx.config, { ...user, secondFactorAt: null })) {
      throw new AppError('last_second_factor', { message: 'Staff need two-step login here.' });
    }
    await turnOff(tx, user);
    await auditUser(tx.db, userId, { action: 'user.second-factor-off', userId });
  });
}

/** Resets a colleague who lost phone, passkeys and recovery codes. They log in again and set it up anew. */
export async function resetSecondFactor(tx: OffTx, actor: Actor, userId: number): Promise<void> {
  const user = await actFor(tx, actor, userId);
  if (user.secondFactorAt === null) throw new AppError('not_found');
  await reset(tx, user, actor.userId);
}

/** Called from the command line. Returns false if the address has no second factor. */
export async function resetSecondFactorOf(tx: OffTx, email: string): Promise<boolean> {
  const user = await findUserByEmail(tx.db, email);
  if (!user?.secondFactorAt) return false;
  await reset(tx, user, null);
  return true;
}

async function reset(tx: OffTx, user: UserRow, actorId: number | null): Promise<void> {
  await turnOff(tx, user);
  await markAllSessionsEnded(tx.db, user.id, tx.clock.now());
  await auditUser(tx.db, actorId, { action: 'user.second-factor-reset', userId: user.id });
}

async function turnOff(tx: OffTx, user: UserRow): Promise<void> {
  const { db } = tx;
  await setSecondFactorAt(db, user.id, null);
  await db.deleteFrom('secondFactors').where('userId', '=', user.id).execute();
  await db.deleteFrom('pendingSecondFactors').where('userId', '=', user.id).execute();
  await db.deleteFrom('passkeys').where('userId', '=', user.id).execute();
  await db.deleteFrom('passkeyChallenges').where('userId', '=', user.id).execute();
  await db.deleteFrom('recoveryCodes').where('userId', '=', user.id).execute();
  await closeChallenges(db, user.id);
  await notifySecondFactor(tx, user, {
    title: 'Two-step login was turned off',
    line: 'From now on, logging in takes only your password.',
  });
}
