import type { Tx } from '#server/context.ts';
import { type OrderRef, setOrderState } from '#server/modules/orders/orders.ts';
import { findLiveAttempt } from '#server/modules/orders/payments/attempts.queries.ts';
import { cancelPool } from '#server/modules/orders/pools/release.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { lockOwnOrder } from './get-order.ts';

export async function cancelOrder(
  tx: Pick<Tx, 'db' | 'queue' | 'clock'>,
  actor: Actor,
  ref: OrderRef,
): Promise<void> {
  const order = await lockOwnOrder(tx, actor, ref);
  if (order.state === 'cancelled') return;
  if (order.state !== 'open') throw new AppError('order_closed');
  if (await findLiveAttempt(tx.db, order.id)) throw new AppError('payment_in_progress');
  if (order.isPool) await cancelPool(tx, order);
  else await setOrderState(tx.db, order.id, 'cancelled');
}
