import { useNavigate } from '@tanstack/react-router';
import { changeSearch } from '#web/lib/change-search.ts';
import { useListSort } from '#web/lib/use-list-sort.ts';
import { useSearchText } from '#web/lib/use-path-params.ts';
import type { ReviewView } from './reports.query.ts';
import { type ReviewFilter, SORTS } from './review-filter.ts';
import { TYPE_WORDS } from './review-words.ts';

const MOST_LETTERS = 200;
const NOTHING = { type: undefined, event: undefined, due: undefined, q: undefined };

/** Which photos are listed and how, as the address says; what it says amiss is left out. */
export function useReviewPlace() {
  const navigate = useNavigate();
  const view: ReviewView = useSearchText('view') === 'decided' ? 'decided' : 'waiting';
  const [type, event] = [useSearchText('type') ?? '', Number(useSearchText('event'))];
  const isDueSoon = useSearchText('due') === 'soon' && view === 'waiting';
  const text = (useSearchText('q') ?? '').slice(0, MOST_LETTERS);
  const filter: ReviewFilter = {
    type: Object.hasOwn(TYPE_WORDS, type) ? (type as NonNullable<ReviewFilter['type']>) : undefined,
    event: Number.isInteger(event) && event > 0 ? event : undefined,
    isDueSoon,
    text,
  };
  const { columns, usual } = SORTS[view];
  const change = (search: Record<string, string | undefined>) =>
    void navigate({ to: '.', search: changeSearch(search), replace: true, resetScroll: false });
  return {
    view,
    filter,
    columns,
    ...useListSort(columns, usual),
    change,
    clear: () => change(NOTHING),
  };
}
export type ReviewPlace = ReturnType<typeof useReviewPlace>;
