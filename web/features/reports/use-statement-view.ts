import { useNavigate } from '@tanstack/react-router';
import { changeSearch } from '#web/lib/change-search.ts';
import { readSort } from '#web/lib/list-sort.ts';
import { useListSort } from '#web/lib/use-list-sort.ts';
import { useSearchText } from '#web/lib/use-path-params.ts';
import {
  EVENT_COLUMNS,
  LATEST_EVENT,
  MOST_OWED,
  STATEMENT_COLUMNS,
  type STATEMENT_ORDERS,
  type StatementView,
} from './photographers.ts';

type Shown = { photographer?: string | undefined; event?: string | undefined };

/** Whose statements, of which event, and in what order: all in the address. */
export function useStatementView() {
  const navigate = useNavigate();
  const go = (change: Record<string, string | undefined>) =>
    void navigate({ to: '.', search: changeSearch(change), replace: true, resetScroll: false });
  const event = useSearchText('event') ?? '';
  const { sort: events, sortBy: sortEvents } = useListSort(EVENT_COLUMNS, LATEST_EVENT, 'sort_events');
  const view: StatementView = {
    photographer: useSearchText('photographer') || undefined,
    event: /^[1-9]\d{0,9}$/.test(event) ? Number(event) : undefined,
    statements: readSort(STATEMENT_COLUMNS, useSearchText('sort'), MOST_OWED),
    events,
  };
  return {
    view,
    sortEvents,
    show: (shown: Shown) => go(shown),
    order: (sort: keyof typeof STATEMENT_ORDERS | undefined) =>
      go({ sort: sort === '-commission' ? undefined : sort }),
  };
}
