import { isTooSmallToShare } from '#contract/rules/orders.ts';
import type { Tx } from '#server/context.ts';
import { putBackIntoCart } from '#server/modules/orders/cart.ts';
import { lockOwnOrder, lockVisibleOrder, requireUnpaid } from '#server/modules/orders/change-order.ts';
import { findCouponForCode } from '#server/modules/orders/coupons.ts';
import { ownedAmong } from '#server/modules/orders/entitlements.ts';
import { agreeItemTerms, requireViewed } from '#server/modules/orders/items.ts';
import {
  insertOrder,
  listLines,
  type OrderRef,
  type OrderRow,
  setOrderState,
} from '#server/modules/orders/orders.ts';
import { findLiveAttempt, listUnwantedAttempts, lockBuyer } from '#server/modules/orders/payment-attempts.ts';
import { requireChargeable } from '#server/modules/orders/prices.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import { cancelPool } from './end-pool.ts';
import { closePoolJob, notifyMembers, releaseHoldsJob } from './pool-messages.ts';
import {
  deletePool,
  findOwnPool,
  findPool,
  insertPool,
  listLiveShares,
  moveShares,
  setOrderIsPool,
} from './pools.queries.ts';

const POOL_MINUTES = 6 * 24 * 60;

type PoolTx = Pick<Tx, 'db' | 'queue' | 'clock'>;

/** The owner can share an order or stop sharing it until someone pays or takes a share. */
export async function setShared(
  tx: PoolTx,
  actor: Actor,
  { ref, isPool }: { ref: OrderRef; isPool: boolean },
): Promise<void> {
  const order = await lockOwnOrder(tx, actor, ref);
  if (order.state !== 'open') throw new AppError('order_closed');
  if (isPool && !order.isPool) await openPool(tx, order);
  if (!isPool && order.isPool) await undoPool(tx, order);
}

async function openPool({ db, queue, clock }: PoolTx, order: OrderRow): Promise<void> {
  if (order.isGift) throw new AppError('gift_or_pool');
  if (await findLiveAttempt(db, order.id)) throw new AppError('payment_in_progress');
  const lines = await listLines(db, [order.id]);
  if (lines.some((line) => line.imageId !== null)) throw new AppError('pool_albums_only');
  if (isTooSmallToShare(order.totalCents)) throw new AppError('pool_too_small');
  const now = clock.now();
  await setOrderIsPool(db, order.id, true);
  await insertPool(db, { orderId: order.id, deadline: minutesFrom(now, POOL_MINUTES), createdAt: now });
  await queue.enqueue(db, closePoolJob, { orderId: order.id }, { startAfterSeconds: POOL_MINUTES * 60 });
}

async function undoPool({ db }: Pick<Tx, 'db'>, order: OrderRow): Promise<void> {
  const shares = await listLiveShares(db, [order.id]);
  const holds = await listUnwantedAttempts(db, order.id);
  if (shares.length > 0 || holds.length > 0) throw new AppError('pool_started');
  await deletePool(db, order.id);
  await setOrderIsPool(db, order.id, false);
}

type Wanted = { albumId: number; coupon?: string | undefined };

/** Opens a pool for one album and leaves the cart alone. A pool that the customer has opened for it is used again. */
export async function shareAlbum(
  tx: Pick<Tx, 'db' | 'queue' | 'clock' | 'log'>,
  actor: Actor,
  { albumId, coupon: code }: Wanted,
): Promise<number> {
  const { db, clock } = tx;
  const { userId } = actor;
  const now = clock.now();
  await lockBuyer(db, userId);
  const items = [{ albumId, imageId: null }];
  const open = await findOwnPool(db, userId, { albumId, now });
  if (open) return open.id;
  const coupon = await findCouponForCode(tx, code);
  const terms = requireChargeable(await agreeItemTerms(tx, { userId, items, coupon }));
  if ((await ownedAmong(db, userId, items)).length > 0) throw new AppError('already_owned');
  await requireViewed(tx, userId, [albumId]);
  const order = await insertOrder(db, { userId, ...terms, isSingle: false, now });
  await openPool(tx, order);
  return order.id;
}

export async function leavePool(tx: Pick<Tx, 'db' | 'queue'>, actor: Actor, ref: OrderRef): Promise<void> {
  const { db, queue } = tx;
  const order = await lockVisibleOrder(tx, actor, ref);
  const pool = await findPool(db, order.id);
  if (!pool) throw new AppError('not_a_pool');
  if (order.state !== 'open') throw new AppError('order_closed');
  if (pool.phase !== 'filling') throw new AppError('payment_in_progress');
  const own = (await listLiveShares(db, [order.id])).filter((share) => share.userId === actor.userId);
  if (own.length === 0) return;
  const attemptIds = own.map((share) => share.attemptId);
  await moveShares(db, attemptIds, 'released');
  await queue.enqueue(db, releaseHoldsJob, { orderId: order.id });
  await notifyMembers(db, order);
}

export async function cancelOrder(tx: PoolTx, actor: Actor, ref: OrderRef): Promise<void> {
  const order = await lockOwnOrder(tx, actor, ref);
  if (order.state === 'cancelled') return;
  if (order.state !== 'open') throw new AppError('order_closed');
  if (await findLiveAttempt(tx.db, order.id)) throw new AppError('payment_in_progress');
  await endOrder(tx, order);
}

async function endOrder(tx: PoolTx, order: OrderRow): Promise<void> {
  if (order.isPool) await cancelPool(tx, order);
  else await setOrderState(tx.db, order.id, 'cancelled');
}

/** Ends an order that nobody has paid for, and puts its items back into the cart. Repeating it changes nothing. */
export async function putBack(tx: PoolTx, actor: Actor, ref: OrderRef): Promise<void> {
  const order = await lockOwnOrder(tx, actor, ref);
  if (order.paidAt !== null) throw new AppError('order_closed');
  if (order.state === 'open') {
    await requireUnpaid(tx, order);
    await endOrder(tx, order);
  }
  await putBackIntoCart(tx, actor.userId, await listLines(tx.db, [order.id]));
}
