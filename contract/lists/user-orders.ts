import type { OrderOfUser } from '../entities/order-of-user.ts';
import { idInPath } from '../primitives.ts';
import type { OrderState } from '../rules/order-states.ts';
import { choiceFilter, defineList, idFilter, searchFilter } from './list.ts';

export const ORDER_STATE_NAMES: Readonly<Record<OrderState, string>> = {
  open: 'Open',
  paid: 'Paid',
  partly_refunded: 'Partly refunded',
  refunded: 'Refunded',
  cancelled: 'Canceled',
  expired: 'Expired',
};

const dollars = (cents: number) => (cents / 100).toFixed(2);

/** Includes pools of others that the user paid into. */
export const userOrderList = defineList<OrderOfUser>()({
  name: 'user-orders',
  noun: 'order',
  prefix: 'order_',
  columns: {
    order: { label: 'Order', value: ({ id }) => id },
    state: { label: 'State', value: ({ status }) => ORDER_STATE_NAMES[status] },
    created_at: { label: 'Created', sort: 'desc', value: ({ created_at }) => created_at },
    total: { label: 'Total', sort: 'desc', value: ({ total }) => dollars(total) },
    paid: { label: 'Paid by user', value: ({ own }) => dollars(own.paid) },
    refunded: { label: 'Refunded to user', value: ({ own }) => dollars(own.refunded) },
    pool: { label: 'Pool', value: ({ is_pool }) => (is_pool ? 'yes' : 'no') },
    items: {
      label: 'Items',
      value: ({ items }) =>
        items
          .map(({ now }) => (now.image === null ? now.title : `${now.title}, photo ${now.image}`))
          .join('; '),
    },
  },
  filters: {
    user: { ...idFilter<OrderOfUser>('User'), schema: () => idInPath },
    q: searchFilter<OrderOfUser>({ label: 'Find orders', placeholder: 'Number or album' }),
    state: choiceFilter({ label: 'State', all: 'All states', options: ORDER_STATE_NAMES }),
  },
  defaultSort: 'created_at:desc',
});
