import { useNavigate } from '@tanstack/react-router';
import { changeSearch } from './change-search.ts';
import type { HistoryFilter } from './history-pages.ts';
import { useSearchText } from './use-path-params.ts';

const ID = /^[1-9]\d{0,8}$/;
const ACTION = /^[a-z][a-z.-]{0,79}$/;

/** Who and what of a history, in the address (?who=&what=); what cannot be one of them means all. */
export function useHistoryFilter() {
  const navigate = useNavigate();
  const [who, what] = [useSearchText('who') ?? '', useSearchText('what') ?? ''];
  const filter: HistoryFilter = {
    who: ID.test(who) ? Number(who) : undefined,
    what: ACTION.test(what) ? what : undefined,
  };
  return {
    filter,
    isFiltered: filter.who !== undefined || filter.what !== undefined,
    change: (changes: { who?: string | undefined; what?: string | undefined }) =>
      void navigate({ to: '.', search: changeSearch(changes), replace: true, resetScroll: false }),
  };
}
