import { useNavigate } from '@tanstack/react-router';
import { INBOX_SORTS, type InboxSort } from '#contract/endpoints/support.ts';
import { changeSearch } from '#web/lib/change-search.ts';
import { useSearchText } from '#web/lib/use-path-params.ts';
import type { InboxFilter } from './inbox.query.ts';

const MOST_LETTERS = 254;

/** Which conversations are listed and how, as the address says; what it says amiss is left out. */
export function useInboxPlace() {
  const navigate = useNavigate();
  const sort = useSearchText('sort') as InboxSort;
  const filter: InboxFilter = {
    status: useSearchText('status') === 'closed' ? 'closed' : 'open',
    bugs: useSearchText('bugs') === 'true',
    text: (useSearchText('q') ?? '').slice(0, MOST_LETTERS),
    sort: INBOX_SORTS.includes(sort) ? sort : 'waiting',
  };
  return {
    filter,
    change: (search: Record<string, string | undefined>) =>
      void navigate({ to: '.', search: changeSearch(search), replace: true, resetScroll: false }),
  };
}
export type InboxPlace = ReturnType<typeof useInboxPlace>;
