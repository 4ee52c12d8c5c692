import { useNavigate } from '@tanstack/react-router';
import { changeSearch } from '#web/lib/change-search.ts';
import { useSearchText } from '#web/lib/use-path-params.ts';
import { readShown, readSort, type Shown } from './teams.ts';

/** Which teams are shown, and in what order: both are in the address (?show=&sort=). */
export function useTeamView() {
  const navigate = useNavigate();
  const change = (search: Record<string, string | undefined>) =>
    void navigate({ to: '.', search: changeSearch(search), replace: true, resetScroll: false });
  return {
    shown: readShown(useSearchText('show')),
    sort: readSort(useSearchText('sort')),
    show: (name: Shown) => change({ show: name === 'all' ? undefined : name }),
    sortBy: (sort: string) => change({ sort: sort === 'order' ? undefined : sort }),
  };
}
