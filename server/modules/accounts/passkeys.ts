import { randomBytes } from 'node:crypto';
import {
  type AuthenticationOptions,
  type CredentialAnswer,
  MAX_PASSKEYS,
  type NewCredential,
  type RegistrationOptions,
} from '#contract/entities/passkey.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { hashSecret } from '#server/platform/security/secrets.ts';
import {
  ALGORITHMS,
  type RelyingParty,
  readChallenge,
  relyingPartyOf,
  verifyAuthentication,
  verifyRegistration,
} from '#server/platform/security/webauthn.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import { lockUser } from './accounts.queries.ts';
import { auditUser } from './customer-access.ts';
import { notifySecondFactor, requireMailedCode } from './mailed-factor-code.ts';
import { findChallenge } from './second-factor.queries.ts';
import { keepFirstFactor, refuseLast } from './second-factor-codes.ts';

const CHALLENGE_MINUTES = 5;
const CHALLENGE_BYTES = 32;

type OptionsTx = Pick<Tx, 'db' | 'clock' | 'config'>;

export async function newPasskeyOptions(
  tx: OptionsTx & Pick<Tx, 'log'>,
  actor: Actor,
): Promise<RegistrationOptions> {
  const { id } = getRelyingParty(tx);
  await requireMailedCode(tx, actor);
  const user = await lockUser(tx.db, actor.userId);
  const passkeys = await listPasskeys(tx.db, user.id);
  if (passkeys.length >= MAX_PASSKEYS) throw new AppError('conflict', { message: TOO_MANY });
  const { site_name: name } = await getSettings(tx);
  return {
    rp: { id, name },
    user: {
      id: Buffer.from(`user ${user.id}`).toString('base64url'),
      name: user.email,
      displayName: user.name,
    },
    ...(await issueChallenge(tx, user.id, 'register')),
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    attestation: 'none',
    excludeCredentials: passkeys.map(describe),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  };
}

const TOO_MANY = `An account has at most ${MAX_PASSKEYS} passkeys. Remove one first.`;

export async function addPasskey(
  context: Context,
  actor: Actor,
  { name, credential }: { name: string; credential: NewCredential },
): Promise<string[]> {
  const relyingParty = getRelyingParty(context);
  const { userId } = actor;
  const challenge = await takeChallenge(context, { userId, purpose: 'register', credential });
  const stored = await verifyRegistration({ relyingParty, challenge, credential });
  return inTransaction(context, async (tx) => {
    const user = await lockUser(tx.db, actor.userId);
    if ((await listPasskeys(tx.db, userId)).length >= MAX_PASSKEYS) {
      throw new AppError('conflict', { message: TOO_MANY });
    }
    const { transports = [] } = credential.response;
    await tx.db
      .insertInto('passkeys')
      .values({ ...stored, userId, name, transports, createdAt: tx.clock.now() })
      .onConflict((conflict) => conflict.column('credentialId').doNothing())
      .returning('id')
      .executeTakeFirstOrThrow(() => new AppError('already_exists'));
    const codes = await keepFirstFactor(tx, actor, user);
    await auditUser(tx.db, userId, { action: 'user.passkey-add', userId, after: { name } });
    await notifySecondFactor(tx, user, {
      title: 'A passkey was added',
      line: `The passkey “${name}” can now be the second step when someone logs in to your account.`,
    });
    return codes;
  });
}

export async function removePasskey(
  tx: Pick<Tx, 'db' | 'clock' | 'queue' | 'config' | 'log'>,
  actor: Actor,
  id: number,
): Promise<void> {
  const user = await lockUser(tx.db, actor.userId);
  const removed = await tx.db
    .deleteFrom('passkeys')
    .where('userId', '=', user.id)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
  await refuseLast(tx.db, user.id);
  await auditUser(tx.db, user.id, { action: 'user.passkey-remove', userId: user.id, before: removed });
  await notifySecondFactor(tx, user, {
    title: 'A passkey was removed',
    line: `The passkey “${removed.name}” no longer works.`,
  });
}

/** Starts the second step of a log-in. */
export async function logInPasskeyOptions(tx: OptionsTx, token: string): Promise<AuthenticationOptions> {
  const open = await findChallenge(tx.db, { tokenHash: hashSecret(token), now: tx.clock.now() });
  if (!open) throw new AppError('challenge_expired');
  return passkeyOptions(tx, open);
}

export async function passkeyOptions(
  tx: OptionsTx,
  { userId }: { userId: number },
): Promise<AuthenticationOptions> {
  const { id } = getRelyingParty(tx);
  const passkeys = await listPasskeys(tx.db, userId);
  if (passkeys.length === 0) throw new AppError('not_found');
  return {
    rpId: id,
    ...(await issueChallenge(tx, userId, 'verify')),
    userVerification: 'required',
    allowCredentials: passkeys.map(describe),
  };
}

type Answer = { relyingParty: RelyingParty; challenge: Buffer; credential: CredentialAnswer };

/** Uses up the challenge outside of any transaction, so that an answer that is refused cannot be tried again. */
export async function spendPasskeyAnswer(
  context: Context,
  userId: number,
  credential: CredentialAnswer,
): Promise<Answer> {
  const relyingParty = getRelyingParty(context);
  const challenge = await takeChallenge(context, { userId, purpose: 'verify', credential });
  return { relyingParty, challenge, credential };
}

export async function spendPasskey(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  userId: number,
  answer: Answer,
): Promise<void> {
  const credentialId = Buffer.from(answer.credential.id, 'base64url');
  // The lock lets one of two answers with the same counter through.
  const stored = await db
    .selectFrom('passkeys')
    .select(['id', 'credentialId', 'publicKey', 'counter'])
    .where('userId', '=', userId)
    .where('credentialId', '=', credentialId)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new AppError('passkey_invalid'));
  const counter = await verifyAuthentication({ ...answer, stored });
  await db
    .updateTable('passkeys')
    .set({ counter, lastUsedAt: clock.now() })
    .where('id', '=', stored.id)
    .execute();
}

function getRelyingParty({ config }: Pick<Tx, 'config'>): RelyingParty {
  const relyingParty = relyingPartyOf(config.publicUrl);
  if (!relyingParty) throw new AppError('not_found');
  return relyingParty;
}

async function issueChallenge({ db, clock }: OptionsTx, userId: number, purpose: PasskeyPurpose) {
  const challenge = randomBytes(CHALLENGE_BYTES);
  const expiresAt = minutesFrom(clock.now(), CHALLENGE_MINUTES);
  await db.insertInto('passkeyChallenges').values({ challenge, userId, purpose, expiresAt }).execute();
  return { challenge: challenge.toString('base64url'), timeout: CHALLENGE_MINUTES * 60_000 };
}

async function takeChallenge(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  {
    userId,
    purpose,
    credential,
  }: { userId: number; purpose: PasskeyPurpose; credential: NewCredential | CredentialAnswer },
): Promise<Buffer> {
  const challenge = readChallenge(credential.response.clientDataJSON);
  await db
    .deleteFrom('passkeyChallenges')
    .where('challenge', '=', challenge)
    .where('userId', '=', userId)
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', clock.now().toISOString())
    .returning('userId')
    .executeTakeFirstOrThrow(() => new AppError('passkey_invalid'));
  return challenge;
}

function describe({ credentialId, transports }: Pick<PasskeyRow, 'credentialId' | 'transports'>) {
  return { id: credentialId.toString('base64url'), type: 'public-key' as const, transports };
}

export type PasskeyRow = Awaited<ReturnType<typeof listPasskeys>>[number];

type PasskeyPurpose = 'register' | 'verify';

export function listPasskeys(db: Db, userId: number) {
  return db
    .selectFrom('passkeys')
    .select(['id', 'credentialId', 'transports', 'name', 'createdAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute();
}
