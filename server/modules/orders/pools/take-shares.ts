import { shareAmountsCents } from '#contract/rules/pool-split.ts';
import type { Context, Tx } from '#server/context.ts';
import { claimCoupon } from '#server/modules/orders/coupons/use.ts';
import { ownedAmong } from '#server/modules/orders/order/entitlements.queries.ts';
import { findVisibleOrder } from '#server/modules/orders/order/get-order.ts';
import { listLines, type OrderRow } from '#server/modules/orders/order/orders.queries.ts';
import {
  findLastHold,
  insertAttempt,
  paidElsewhere,
  takeTurn,
} from '#server/modules/orders/payments/attempts.queries.ts';
import { findSource } from '#server/modules/orders/payments/cards.queries.ts';
import { pay } from '#server/modules/orders/payments/pay-order.ts';
import type { PaymentProgress } from '#server/modules/orders/payments/progress.ts';
import { requireCredit, type Started } from '#server/modules/orders/payments/start.ts';
import { minutesFrom } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import { findPool, hasLiveShares, insertShares, listLiveShares, type PoolRow } from './pools.queries.ts';
import { tellMembers } from './tell-members.ts';

/** A second click of the same wish is the first one; whoever wants more takes them a moment later. */
const REPEAT_MINUTES = 5 / 60;

export type SharesWish = { shares: number; sourceId: number; amountCents: number };

/** The card is authorised now, and charged when every share is taken. */
export async function takeShares(
  context: Context,
  userId: number,
  name: number | string,
  wish: SharesWish,
): Promise<PaymentProgress> {
  const progress = await pay(context, wish, async (tx) => {
    await takeTurn(tx.db, userId);
    const order = await findVisibleOrder(tx, userId, name, { lock: true });
    return reserveShares(tx, userId, order, wish);
  });
  // The pool ended while the bank was asked: the hold has been given back.
  if (progress.attempt.state === 'released') throw new AppError('order_closed');
  return progress;
}

async function reserveShares(tx: Tx, userId: number, order: OrderRow, wish: SharesWish): Promise<Started> {
  const { db, payments, clock } = tx;
  if (!order.isPool) throw new AppError('not_a_pool');
  const source = await findSource(db, userId, payments.mode, wish.sourceId);
  if (!source) throw new AppError('not_found');
  const earlier = await joinEarlier(tx, userId, order, wish);
  if (earlier) return earlier;
  requireOpen(order, await findPool(db, order.id), clock.now());
  const shares = await chooseShares(tx, order, wish);
  await requireSomethingNew(tx, userId, order);
  await requireCredit(tx, order.userId, await listLines(db, [order.id]));
  await claimCoupon(tx, order);
  const createdAt = clock.now();
  const attempt = await insertAttempt(db, {
    orderId: order.id,
    userId,
    sourceId: source.id,
    mode: payments.mode,
    capture: 'manual',
    amountCents: wish.amountCents,
    facial: false,
    createdAt,
  });
  await insertShares(
    db,
    shares.map((share) => ({ ...share, orderId: order.id, userId, attemptId: attempt.id, createdAt })),
  );
  await tellMembers(db, order);
  return { attempt, order, isNew: true };
}

/** A try that is under way is joined; so is one that has just succeeded, by a second click. */
async function joinEarlier(
  { db, clock }: Tx,
  userId: number,
  order: OrderRow,
  wish: SharesWish,
): Promise<Started | undefined> {
  const attempt = await findLastHold(db, order.id, userId);
  if (!attempt) return undefined;
  if (attempt.state === 'processing' || attempt.state === 'requires_action') {
    if (!(await hasLiveShares(db, attempt.id))) throw new AppError('payment_in_progress');
    return { attempt, order, isNew: false };
  }
  const since = minutesFrom(clock.now(), -REPEAT_MINUTES);
  const isSame = attempt.sourceId === wish.sourceId && attempt.amountCents === wish.amountCents;
  const isRepeated = isSame && new Date(attempt.createdAt) > since && (await hasLiveShares(db, attempt.id));
  return isRepeated ? { attempt, order, isNew: false } : undefined;
}

function requireOpen(order: OrderRow, pool: PoolRow | undefined, now: Date): void {
  const deadline = pool?.phase === 'covering' ? pool.coverDeadline : pool?.deadline;
  if (order.state !== 'open' || !deadline || new Date(deadline) <= now) throw new AppError('order_closed');
}

async function chooseShares({ db }: Tx, order: OrderRow, wish: SharesWish) {
  const taken = new Set((await listLiveShares(db, [order.id])).map((share) => share.position));
  const free = shareAmountsCents(order.totalCents)
    .map((amountCents, position) => ({ position, amountCents }))
    .filter(({ position }) => !taken.has(position));
  const chosen = free.slice(0, wish.shares);
  if (chosen.length < wish.shares) throw new AppError('shares_taken', { details: { left: free.length } });
  const amount = chosen.reduce((sum, share) => sum + share.amountCents, 0);
  if (amount !== wish.amountCents) throw new AppError('price_changed', { details: { amount } });
  return chosen;
}

/** Who owns everything in it, or will once another payment is through, would pay for nothing. */
async function requireSomethingNew({ db }: Tx, userId: number, order: OrderRow): Promise<void> {
  const items = await listLines(db, [order.id]);
  const owned = await ownedAmong(db, userId, items);
  if (owned.length === items.length) throw new AppError('already_owned');
  const coming = await paidElsewhere(db, userId, order.id, items);
  const isNew = items.some((item) => !owned.includes(item) && !coming.includes(item));
  if (!isNew) throw new AppError('payment_in_progress');
}
