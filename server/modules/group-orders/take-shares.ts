import { sumCents } from '#contract/rules/money.ts';
import { shareAmountsCents } from '#contract/rules/orders.ts';
import { SHARES_PER_ALBUM } from '#contract/rules/pricing.ts';
import type { Context, Tx } from '#server/context.ts';
import { showAthletes } from '#server/modules/athletes/find-matches.ts';
import { lockVisibleOrder } from '#server/modules/orders/change-order.ts';
import { claimCoupon } from '#server/modules/orders/coupons.ts';
import { ownedAmong } from '#server/modules/orders/entitlements.ts';
import { requireViewed } from '#server/modules/orders/items.ts';
import { type LineRow, listLines, type OrderRef, type OrderRow } from '#server/modules/orders/orders.ts';
import {
  findLastHold,
  hasLiveShares,
  insertAttempt,
  paidElsewhere,
} from '#server/modules/orders/payment-attempts.ts';
import { hasLostCredit } from '#server/modules/orders/review-order.ts';
import { recordCardAttempt, requireCardAttempt } from '#server/modules/payments/card-attempts.ts';
import { type ChosenCard, getUsableCard } from '#server/modules/payments/cards.ts';
import { pay } from '#server/modules/payments/pay.ts';
import type { PaymentProgress } from '#server/modules/payments/settle.ts';
import { consentOf, missingCard, type Started } from '#server/modules/payments/start.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import { withdrawUnsold } from './end-pool.ts';
import { notifyMembers } from './pool-messages.ts';
import { findPool, insertShares, listLiveShares, type PoolRow } from './pools.queries.ts';

/** Within this time the same request is a double click; later it takes more shares. */
const REPEAT_MINUTES = 5 / 60;

const CREDIT_LOST =
  'Photos credited in this order were refunded or credited elsewhere. Please add the albums to your cart again.';

/** `held` is how many shares the buyer saw as their own. */
type ShareRequest = ChosenCard & { shares: number; held?: number | undefined; amountCents: number };

/** Authorizes the card now; it is charged when every share is taken. */
export async function takeShares(
  context: Context,
  actor: Actor,
  { ref, request }: { ref: OrderRef; request: ShareRequest },
): Promise<PaymentProgress> {
  const progress = await pay(context, { userId: actor.userId, request }, async (tx) => {
    const order = await lockVisibleOrder(tx, actor, ref);
    return reserveShares(tx, actor.userId, order, request);
  });
  // The pool ended while the bank was asked, and the hold has been released.
  if (progress.attempt.state === 'released') throw new AppError('order_closed');
  return progress;
}

async function reserveShares(
  tx: Pick<Tx, 'db' | 'payments' | 'clock' | 'log' | 'queue'>,
  userId: number,
  order: OrderRow,
  request: ShareRequest,
): Promise<Started | AppError> {
  const { db, payments, clock } = tx;
  if (!order.isPool) throw new AppError('not_a_pool');
  if (request.cardId === null) throw missingCard();
  const card = await getUsableCard(tx, userId, request.cardId);
  const earlier = await joinEarlier(tx, userId, order, request);
  if (earlier) return earlier;
  const pool = await findPool(db, order.id);
  requireOpen(order, pool, clock.now());
  const change = pool && (await withdrawUnsold(tx, order, pool));
  if (change) return change;
  const shares = await chooseShares(tx, order, request);
  await requireSomethingNew(tx, userId, order);
  const lines = await listLines(db, [order.id]);
  if (await hasLostCredit(tx, order, lines)) throw new AppError('order_closed', { message: CREDIT_LOST });
  await requireOwnView(tx, { userId, order, lines, shares: shares.length });
  await claimCoupon(tx, order);
  const tried = { userId, visit: request.visit, fingerprint: card.fingerprint };
  const asksBank = await requireCardAttempt(tx, tried);
  const createdAt = clock.now();
  const attempt = await insertAttempt(db, {
    orderId: order.id,
    userId,
    sourceId: card.id,
    mode: payments.mode,
    capture: 'manual',
    amountCents: request.amountCents,
    facial: await showAthletes(tx, userId, lines),
    ...consentOf(request),
    asksBank,
    createdAt,
  });
  await recordCardAttempt(tx, tried, attempt);
  await insertShares(
    db,
    shares.map((share) => ({ ...share, orderId: order.id, userId, attemptId: attempt.id, createdAt })),
  );
  await notifyMembers(db, order);
  return { attempt, order, isNew: true };
}

/** Joins an attempt that is in progress, and after a double click also one that has just succeeded. */
async function joinEarlier(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  userId: number,
  order: OrderRow,
  request: ShareRequest,
): Promise<Started | undefined> {
  const attempt = await findLastHold(db, order.id, userId);
  if (!attempt) return undefined;
  if (attempt.state === 'processing' || attempt.state === 'requires_action') {
    if (!(await hasLiveShares(db, attempt.id))) throw new AppError('payment_in_progress');
    return { attempt, order, isNew: false };
  }
  const since = minutesFrom(clock.now(), -REPEAT_MINUTES);
  const isSame = attempt.sourceId === request.cardId && attempt.amountCents === request.amountCents;
  const isRecent = isSame && new Date(attempt.createdAt) > since;
  // A buyer whose answer was lost does not know that they took shares.
  const isRepeated = isRecent || (await countHeld(db, userId, order)) > (request.held ?? SHARES_PER_ALBUM);
  return isRepeated && (await hasLiveShares(db, attempt.id)) ? { attempt, order, isNew: false } : undefined;
}

async function countHeld(db: Tx['db'], userId: number, order: OrderRow): Promise<number> {
  return (await listLiveShares(db, [order.id])).filter((share) => share.userId === userId).length;
}

/** The owner, and anyone who pays for everything alone, must have viewed the albums. Other members need not. */
async function requireOwnView(
  tx: Pick<Tx, 'db' | 'log'>,
  { userId, order, lines, shares }: { userId: number; order: OrderRow; lines: LineRow[]; shares: number },
): Promise<void> {
  const held = await countHeld(tx.db, userId, order);
  const isOwner = userId === order.userId;
  if (!isOwner && held + shares < SHARES_PER_ALBUM) return;
  const unchecked = isOwner ? lines.filter((line) => !line.viewChecked) : lines;
  const albumIds = unchecked.map((line) => line.albumId);
  await requireViewed(tx, userId, albumIds);
}

const STILL_HELD: readonly OrderRow['state'][] = ['open', 'paid', 'partly_refunded'];

function requireOpen(order: OrderRow, pool: PoolRow | undefined, now: Date): void {
  const isTaken = pool?.phase === 'charging' || pool?.phase === 'filled';
  if (isTaken && STILL_HELD.includes(order.state)) throw new AppError('pool_full');
  const deadline = pool?.phase === 'covering' ? pool.coverDeadline : pool?.deadline;
  if (order.state !== 'open' || !deadline || new Date(deadline) <= now) throw new AppError('order_closed');
}

async function chooseShares({ db }: Pick<Tx, 'db'>, order: OrderRow, request: ShareRequest) {
  const taken = new Set((await listLiveShares(db, [order.id])).map((share) => share.position));
  const free = shareAmountsCents(order.totalCents)
    .map((amountCents, position) => ({ position, amountCents }))
    .filter(({ position }) => !taken.has(position));
  if (free.length === 0) throw new AppError('pool_full');
  const chosen = free.slice(0, request.shares);
  if (chosen.length < request.shares) throw new AppError('shares_taken', { details: { left: free.length } });
  const amount = sumCents(chosen.map((share) => share.amountCents));
  if (amount !== request.amountCents) throw new AppError('price_changed', { details: { amount } });
  return chosen;
}

/** Refuses a buyer who owns everything in the order, or will once another payment succeeds. */
async function requireSomethingNew({ db }: Pick<Tx, 'db'>, userId: number, order: OrderRow): Promise<void> {
  const items = await listLines(db, [order.id]);
  const owned = await ownedAmong(db, userId, items);
  if (owned.length === items.length) throw new AppError('already_owned');
  const coming = await paidElsewhere(db, userId, order.id, items);
  const isNew = items.some((item) => !owned.includes(item) && !coming.includes(item));
  if (!isNew) throw new AppError('payment_in_progress');
}
