import type { Tx } from '#server/context.ts';
import { findOrder, listOpenOrders, setOrderState } from '#server/modules/orders/orders.ts';
import {
  findLiveAttempt,
  hasPaymentInFlight,
  takeTurn,
} from '#server/modules/orders/payments/attempts.queries.ts';
import { leavePool } from '#server/modules/orders/pools/leave.ts';
import { cancelPool } from '#server/modules/orders/pools/release.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';

const STILL_PAYING =
  'A payment of yours is still in progress. Wait until it is settled, or until your shared order is paid or released, and try again.';

/**
 * Cancels the buyer's open orders and pools, and gives back the shares taken in pools of others. Refuses while a
 * payment runs. The turn is held until the transaction ends, so that no payment starts in the meantime.
 */
export async function closeOrders(tx: Pick<Tx, 'db' | 'queue' | 'clock'>, actor: Actor): Promise<void> {
  await takeTurn(tx.db, actor.userId);
  if (await hasPaymentInFlight(tx.db, actor.userId)) throw stillPaying();
  const open = await listOpenOrders(tx.db, actor.userId);
  for (const { id } of open.sort((a, b) => a.id - b.id)) await closeOrder(tx, actor, id);
}

async function closeOrder(
  tx: Pick<Tx, 'db' | 'queue' | 'clock'>,
  actor: Actor,
  orderId: number,
): Promise<void> {
  const order = await findOrder(tx.db, orderId, { lock: true });
  if (order?.state !== 'open') return;
  try {
    if (order.userId !== actor.userId) await leavePool(tx, actor, order.key);
    else if (order.isPool) await cancelPool(tx, order);
    else if (await findLiveAttempt(tx.db, orderId)) throw stillPaying();
    else await setOrderState(tx.db, orderId, 'cancelled');
  } catch (error) {
    throw error instanceof AppError && error.code === 'payment_in_progress' ? stillPaying() : error;
  }
}

function stillPaying(): AppError {
  return new AppError('payment_in_progress', { message: STILL_PAYING });
}
