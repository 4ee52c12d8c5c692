import { useSearchChoice, useSearchFilter } from '#web/lib/use-search-choice.ts';
import { SORT_WORDS, STATE_WORDS } from './order-words.ts';
import type { OrdersPlace } from './users.query.ts';

const MAX_TEXT = 120;

/** Which orders of a user are shown, and in what order; all of it in the address. */
export function useOrdersPlace() {
  const text = useSearchFilter('order_q');
  const state = useSearchChoice('order_state', STATE_WORDS);
  const sort = useSearchChoice('order_sort', SORT_WORDS);
  const place: OrdersPlace = {
    q: (text.text ?? '').slice(0, MAX_TEXT),
    status: state.chosen,
    sort: sort.chosen ?? 'newest',
  };
  return { place, text, state, sort, isFiltered: place.q !== '' || place.status !== undefined };
}
