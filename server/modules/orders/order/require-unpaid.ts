import type { Tx } from '#server/context.ts';
import type { OrderRow } from '#server/modules/orders/orders.ts';
import { isBeingPaid } from '#server/modules/orders/payments/attempts.queries.ts';
import { AppError } from '#server/platform/errors.ts';

export async function requireUnpaid({ db }: Pick<Tx, 'db'>, order: OrderRow): Promise<void> {
  if (order.state !== 'open') throw new AppError('order_closed');
  if (!(await isBeingPaid(db, order.id))) return;
  throw new AppError(order.isPool ? 'pool_started' : 'payment_in_progress');
}
