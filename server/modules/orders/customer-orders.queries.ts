import type { OrderState } from '#contract/rules/order-states.ts';
import type { Db } from '#server/platform/database.ts';

export function listOrdersOf(db: Db, userId: number, limit: number) {
  return db
    .selectFrom('orders')
    .select(['id', 'state', 'totalCents', 'createdAt'])
    .$narrowType<{ state: OrderState }>()
    .where('userId', '=', userId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
