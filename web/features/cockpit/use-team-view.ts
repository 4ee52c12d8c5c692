import { useNavigate } from '@tanstack/react-router';
import { changeSearch } from '#web/lib/change-search.ts';
import { useListSort } from '#web/lib/use-list-sort.ts';
import { useSearchText } from '#web/lib/use-path-params.ts';
import { COLUMNS, ORDER_OF_DAY, readShown, type Shown } from './teams.ts';

/** Both choices are in the address (?show=&sort=). */
export function useTeamView() {
  const navigate = useNavigate();
  const change = (search: Record<string, string | undefined>) =>
    void navigate({ to: '.', search: changeSearch(search), replace: true, resetScroll: false });
  return {
    shown: readShown(useSearchText('show')),
    show: (name: Shown) => change({ show: name === 'all' ? undefined : name }),
    ...useListSort(COLUMNS, ORDER_OF_DAY),
  };
}
