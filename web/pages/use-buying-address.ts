import { useRef } from 'react';
import { useRouter } from '#web/lib/navigation.tsx';
import { buyingSearch, useSearchState } from '#web/lib/search-params.ts';

/** Marks the paid purchase in the address. */
const DONE = 'done';

export type BuyingAddress = ReturnType<typeof useBuyingAddress>;

/**
 * The open purchase sheet is in the address (?buy=), so that Back closes it and a reload opens it again. A page that
 * shows the same without a sheet has nothing to close.
 */
export function useBuyingAddress({ isPage = false } = {}) {
  const { history, state } = useRouter();
  const { search, change } = useSearchState(buyingSearch);
  const wasOpenedHere = useRef(false);
  const path = useRef(state.location.pathname);
  return {
    choice: search.buy === DONE ? undefined : search.buy,
    paidOrder: search.buy === DONE ? search.order : undefined,
    open: (buy: string) => {
      wasOpenedHere.current = true;
      void change({ buy, order: undefined }, { push: true });
    },
    choose: (buy: string) => void change({ buy }),
    /** Returns false if the buyer has closed the sheet or left the page. */
    showDone: (order: string): boolean => {
      const now = history.location;
      const isOpen = isPage || new URLSearchParams(now.search).has('buy');
      if (now.pathname !== path.current || !isOpen) return false;
      void change({ buy: DONE, order });
      return true;
    },
    close: () => {
      if (wasOpenedHere.current) history.back();
      else void change({ buy: undefined, order: undefined });
      wasOpenedHere.current = false;
    },
  };
}
