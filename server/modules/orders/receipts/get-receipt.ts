import type { Receipt } from '#contract/entities/order.ts';
import { findVisibleOrder } from '#server/modules/orders/order/get-order.ts';
import { AppError } from '#server/platform/errors.ts';
import { composeReceipt, type ReceiptWorld } from './compose.ts';

export async function getReceipt(
  world: ReceiptWorld,
  userId: number,
  name: number | string,
): Promise<Receipt> {
  const receipt = await composeReceipt(world, userId, await findVisibleOrder(world, userId, name));
  if (!receipt) throw new AppError('not_found');
  return receipt;
}
