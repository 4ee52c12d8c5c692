import type { Receipt } from '#contract/entities/order.ts';
import type { Tx } from '#server/context.ts';
import { getVisibleOrder } from '#server/modules/orders/order/get-order.ts';
import type { OrderRef } from '#server/modules/orders/orders.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { composeReceipt } from './compose.ts';

export async function getReceipt(
  tx: Pick<Tx, 'db' | 'log' | 'config'>,
  actor: Actor,
  ref: OrderRef,
): Promise<Receipt> {
  const order = await getVisibleOrder(tx, actor, ref);
  const receipt = await composeReceipt(tx, { userId: actor.userId, order });
  if (!receipt) throw new AppError('not_found');
  return receipt;
}
