import type { OrderOfUser, UserOrderSort } from '#contract/endpoints/user-administration.ts';
import type { OrderState } from '#contract/rules/order-states.ts';
import { csvText } from '#web/lib/csv.ts';

export const STATE_WORDS: Readonly<Record<OrderState, string>> = {
  open: 'Open',
  paid: 'Paid',
  partly_refunded: 'Partly refunded',
  refunded: 'Refunded',
  cancelled: 'Cancelled',
  expired: 'Expired',
};

export const SORT_WORDS: Readonly<Record<UserOrderSort, string>> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  amount_desc: 'Largest amount first',
  amount: 'Smallest amount first',
};

const HEADS = ['order', 'state', 'made', 'total', 'refunded', 'pool', 'what'];
const dollars = (cents: number) => (cents / 100).toFixed(2);

export function toOrdersCsv(orders: readonly OrderOfUser[]): string {
  return csvText(
    HEADS,
    orders.map(({ id, status, created_at, total, refunded, is_pool, items }) => [
      id,
      STATE_WORDS[status],
      created_at,
      dollars(total),
      dollars(refunded),
      is_pool ? 'yes' : 'no',
      items
        .map(({ now }) => (now.image === null ? now.title : `${now.title}, photo ${now.image}`))
        .join('; '),
    ]),
  );
}
