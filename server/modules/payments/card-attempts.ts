import type { CardAttempts } from '#contract/endpoints/refunds.ts';
import {
  CARD_ATTEMPT_LIMITS,
  type CardAttemptTally,
  type CardAttemptVerdict,
  forgivenDeclines,
  judgeCardAttempts,
} from '#contract/rules/cards.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { actFor, countReset, readOf } from '#server/modules/accounts/customer-access.ts';
import type { AttemptRow } from '#server/modules/orders/payment-attempts.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import { advisoryLock } from '#server/platform/database/advisory-lock.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import { toIso } from '#server/platform/time/timestamps.ts';
import {
  findBlockingCardAttempt,
  findCardAttemptOf,
  insertCardAttempt,
  listAttemptsOfUser,
  markAttemptsLifted,
  type SubjectOfCardAttempt,
  saveCardAttemptOutcome,
  tallyCardAttempts,
} from './card-attempts.queries.ts';

export { findNetworkOf } from './card-attempts.queries.ts';

/** The account, device and network of a payment. */
export type Visit = { device: string | undefined; network: string };

type CardAttempt = { userId: number; visit: Visit | undefined; fingerprint: string | null };

type Judged = SubjectOfCardAttempt & { tally: CardAttemptTally; verdict: CardAttemptVerdict };

/**
 * Decides under locks whether another card may be tried, and refuses with the time to wait if not. Returns true if the
 * bank has to confirm the payment. The caller writes the try in the same transaction.
 */
export async function requireCardAttempt(tx: Pick<Tx, 'db' | 'clock' | 'payments'>, tried: CardAttempt) {
  const subjects = subjectsOf(tx, tried);
  const names = subjects.map(({ subject, value }) => `card-attempt:${subject}:${value}`).sort();
  for (const name of names) await advisoryLock(tx.db, name);
  const now = tx.clock.now();
  const judged = await judgeAll(tx.db, subjects, now);
  const blocked = judged.filter(({ verdict }) => verdict === 'block');
  if (blocked.length > 0) throw await refuse(tx.db, blocked, now);
  if (judged.some(({ verdict }) => verdict === 'wait')) throw waitForAnswers();
  return judged.some(({ verdict }) => verdict === 'challenge');
}

/** Test cards are shared by everybody who tries the site, so only real cards count across accounts. */
function subjectsOf(
  { payments }: Pick<Tx, 'payments'>,
  { userId, visit, fingerprint }: CardAttempt,
): SubjectOfCardAttempt[] {
  const ofOne = payments.mode === 'live' ? {} : { ofUser: userId };
  return [
    { subject: 'account', value: userId },
    ...(visit?.device ? [{ subject: 'device', value: visit.device } as const] : []),
    ...(visit ? [{ subject: 'address', value: visit.network } as const] : []),
    ...(fingerprint ? [{ subject: 'card', value: fingerprint, ...ofOne } as const] : []),
  ];
}

/** A payment that was never asked for, because the provider was silent, must not test a card past the limits later. */
export async function isCardBlocked(
  tx: Pick<Tx, 'db' | 'clock' | 'payments'>,
  { id, userId }: Pick<AttemptRow, 'id' | 'userId'>,
): Promise<boolean> {
  const tried = await findCardAttemptOf(tx.db, id);
  if (!tried) return false;
  const { network, fingerprint } = tried;
  const visit = network === null ? undefined : { device: tried.device ?? undefined, network };
  const judged = await judgeAll(tx.db, subjectsOf(tx, { userId, visit, fingerprint }), tx.clock.now());
  return judged.some(({ verdict }) => verdict === 'block');
}

async function judgeAll(db: Db, subjects: SubjectOfCardAttempt[], now: Date): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const of of subjects) {
    const since = minutesFrom(now, -CARD_ATTEMPT_LIMITS[of.subject].minutes);
    const tally = await tallyCardAttempts(db, of, since, now);
    judged.push({ ...of, tally, verdict: judgeCardAttempts(of.subject, tally) });
  }
  return judged;
}

async function freeAt(db: Db, { tally, verdict: _, ...of }: Judged, now: Date): Promise<Date> {
  const { subject } = of;
  const { block, minutes } = CARD_ATTEMPT_LIMITS[subject];
  const place = block - 1 + forgivenDeclines(subject, tally.passed);
  const since = minutesFrom(now, -minutes);
  const blocking = await findBlockingCardAttempt(db, of, { since, now, place });
  return minutesFrom(blocking ?? now, minutes);
}

/** The try of a payment has the outcome of its attempt. */
export function recordCardAttempt(
  { db }: Pick<Tx, 'db'>,
  { userId, visit, fingerprint }: CardAttempt,
  { id: attemptId, createdAt }: { id: number | null; createdAt: Date | string },
): Promise<number> {
  const { device = null, network = null } = visit ?? {};
  return insertCardAttempt(db, { userId, device, network, fingerprint, attemptId, createdAt });
}

/** Counts a card that is saved without a payment: the provider asks the bank then too. */
export async function countCardAttempt<T>(
  context: Context,
  tried: Omit<CardAttempt, 'fingerprint'>,
  work: () => Promise<T>,
): Promise<T> {
  const { db } = context;
  const tryId = await inTransaction(context, async (tx) => {
    const card = { ...tried, fingerprint: null };
    await requireCardAttempt(tx, card);
    return recordCardAttempt(tx, card, { id: null, createdAt: tx.clock.now() });
  });
  try {
    const done = await work();
    await saveCardAttemptOutcome(db, tryId, 'ignored');
    return done;
  } catch (error) {
    const isDecline = error instanceof AppError && error.status === 402 && error.code !== 'processing_error';
    await saveCardAttemptOutcome(db, tryId, isDecline ? 'declined' : 'ignored');
    throw error;
  }
}

async function refuse(db: Db, blocked: Judged[], now: Date): Promise<AppError> {
  const times = await Promise.all(blocked.map(async (one) => (await freeAt(db, one, now)).getTime()));
  const seconds = Math.max(1, Math.ceil((Math.max(...times) - now.getTime()) / 1000));
  return new AppError('card_attempts_exceeded', {
    message: `Too many cards were declined. Try again in ${describeWait(seconds)}, or write to us.`,
    details: { retry_after_seconds: seconds },
  });
}

const WAIT_SECONDS = 60;

function waitForAnswers(): AppError {
  return new AppError('too_many_requests', {
    message: 'Several payments are still in progress. Please wait a minute and try again.',
    details: { retry_after_seconds: WAIT_SECONDS },
  });
}

function describeWait(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return minutes === 1 ? '1 minute' : `${minutes} minutes`;
  const hours = Math.ceil(minutes / 60);
  return hours === 1 ? '1 hour' : `${hours} hours`;
}

const MAX_LISTED = 20;

export async function getCardAttempts(
  tx: Pick<Tx, 'db' | 'clock'>,
  actor: Actor,
  userId: number,
): Promise<CardAttempts> {
  await readOf(tx, actor, { userId, part: 'card attempts' });
  return showCardAttempts(tx, userId);
}

/** Clears the limit of somebody who was blocked by mistake. */
export async function liftCardAttempts(
  tx: Pick<Tx, 'db' | 'clock'>,
  actor: Actor,
  userId: number,
): Promise<CardAttempts> {
  await actFor(tx, actor, userId);
  await countReset(tx, actor, userId);
  const lifted = await markAttemptsLifted(tx.db, userId, tx.clock.now());
  await recordAudit(tx.db, {
    actorId: actor.userId,
    action: 'card-attempts.lift',
    subject: `user:${userId}`,
    before: { userId, lifted },
    after: { userId, lifted: 0 },
  });
  return showCardAttempts(tx, userId);
}

const STATES = { free: 'free', challenge: 'challenged', wait: 'challenged', block: 'blocked' } as const;

async function showCardAttempts(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  userId: number,
): Promise<CardAttempts> {
  const now = clock.now();
  const [account] = await judgeAll(db, [{ subject: 'account', value: userId }], now);
  if (!account) throw new Error(`the tries of user ${userId} were not counted`);
  const tries = await listAttemptsOfUser(db, userId, { now, limit: MAX_LISTED });
  const blockedUntil = account.verdict === 'block' ? await freeAt(db, account, now) : null;
  return {
    state: STATES[account.verdict],
    blocked_until: blockedUntil?.toISOString() ?? null,
    declined: account.tally.declined,
    limit: CARD_ATTEMPT_LIMITS.account.block,
    tries: tries.map((one) => ({
      at: toIso(one.createdAt),
      outcome: one.result,
      reason: one.failureCode,
      card: one.brand === null || one.last4 === null ? null : { brand: one.brand, last4: one.last4 },
      is_lifted: one.liftedAt !== null,
    })),
  };
}
