import { useNavigate } from '@tanstack/react-router';
import { changeSearch } from '#web/lib/change-search.ts';
import { useListSort } from '#web/lib/use-list-sort.ts';
import { useSearchText } from '#web/lib/use-path-params.ts';
import { COLUMNS, ORDER_OF_DAY, readShown, type Shown } from './performances.ts';

const LONGEST_TEXT = 200;

/** What is looked for, which lines are shown and in what order: all of it is in the address (?find=&show=&sort=). */
export function useRunningOrderList() {
  const navigate = useNavigate();
  const change = (search: Record<string, string | undefined>) =>
    void navigate({ to: '.', search: changeSearch(search), replace: true, resetScroll: false });
  return {
    text: (useSearchText('find') ?? '').slice(0, LONGEST_TEXT),
    shown: readShown(useSearchText('show')),
    find: (text: string) => change({ find: text || undefined }),
    show: (shown: Shown | undefined) => change({ show: shown }),
    showAll: () => change({ find: undefined, show: undefined }),
    ...useListSort(COLUMNS, ORDER_OF_DAY),
  };
}
