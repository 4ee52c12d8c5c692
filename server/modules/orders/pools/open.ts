import type { Order } from '#contract/entities/order.ts';
import { SMALLEST_CHARGE_CENTS } from '#contract/rules/order-totals.ts';
import { SHARES_PER_ALBUM } from '#contract/rules/pricing.ts';
import type { Tx } from '#server/context.ts';
import { findVisibleOrder, getOrder } from '#server/modules/orders/order/get-order.ts';
import { listLines, type OrderRow } from '#server/modules/orders/order/orders.queries.ts';
import {
  findLiveAttempt,
  listUnwantedAttempts,
  takeTurn,
} from '#server/modules/orders/payments/attempts.queries.ts';
import { minutesFrom } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import { closePoolJob } from './job-definitions.ts';
import { deletePool, insertPool, listLiveShares, setOrderIsPool } from './pools.queries.ts';

const POOL_MINUTES = 6 * 24 * 60;

/** The owner makes an order a pool, or takes it back, while nobody has paid or holds a share. */
export async function updateOrder(
  tx: Tx,
  userId: number,
  name: number | string,
  { isPool }: { isPool: boolean },
): Promise<Order> {
  await takeTurn(tx.db, userId);
  const order = await findVisibleOrder(tx, userId, name, { lock: true });
  if (order.userId !== userId) throw new AppError('not_found');
  if (order.state !== 'open') throw new AppError('order_closed');
  if (isPool && !order.isPool) await openPool(tx, order);
  if (!isPool && order.isPool) await undoPool(tx, order);
  return getOrder(tx, userId, name);
}

async function openPool(tx: Tx, order: OrderRow): Promise<void> {
  const { db, queue, clock } = tx;
  if (await findLiveAttempt(db, order.id)) throw new AppError('payment_in_progress');
  const lines = await listLines(db, [order.id]);
  const isTooSmall = order.totalCents < SHARES_PER_ALBUM * SMALLEST_CHARGE_CENTS;
  if (isTooSmall || lines.some((line) => line.imageId !== null)) throw new AppError('pool_too_small');
  const now = clock.now();
  await setOrderIsPool(db, order.id, true);
  await insertPool(db, { orderId: order.id, deadline: minutesFrom(now, POOL_MINUTES), createdAt: now });
  await queue.enqueue(db, closePoolJob, { orderId: order.id }, { startAfterSeconds: POOL_MINUTES * 60 });
}

async function undoPool({ db }: Tx, order: OrderRow): Promise<void> {
  const shares = await listLiveShares(db, [order.id]);
  const holds = await listUnwantedAttempts(db, order.id);
  if (shares.length > 0 || holds.length > 0) throw new AppError('pool_started');
  await deletePool(db, order.id);
  await setOrderIsPool(db, order.id, false);
}
