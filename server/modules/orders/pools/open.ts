import { isTooSmallToShare } from '#contract/rules/pool-split.ts';
import type { Tx } from '#server/context.ts';
import { lockOwnOrder } from '#server/modules/orders/order/get-order.ts';
import { listLines, type OrderRef, type OrderRow } from '#server/modules/orders/orders.ts';
import { findLiveAttempt, listUnwantedAttempts } from '#server/modules/orders/payments/attempts.queries.ts';
import { minutesFrom } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { closePoolJob } from './job-definitions.ts';
import { deletePool, insertPool, listLiveShares, setOrderIsPool } from './pools.queries.ts';

const POOL_MINUTES = 6 * 24 * 60;

/** The owner can share an order or stop sharing it until someone pays or takes a share. */
export async function setShared(
  tx: Pick<Tx, 'db' | 'queue' | 'clock'>,
  actor: Actor,
  { ref, isPool }: { ref: OrderRef; isPool: boolean },
): Promise<void> {
  const order = await lockOwnOrder(tx, actor, ref);
  if (order.state !== 'open') throw new AppError('order_closed');
  if (isPool && !order.isPool) await openPool(tx, order);
  if (!isPool && order.isPool) await undoPool(tx, order);
}

async function openPool(
  { db, queue, clock }: Pick<Tx, 'db' | 'queue' | 'clock'>,
  order: OrderRow,
): Promise<void> {
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
