import { useNavigate } from '@tanstack/react-router';
import { changeSearch } from '#web/lib/change-search.ts';
import { useListSort } from '#web/lib/use-list-sort.ts';
import { useSearchText } from '#web/lib/use-path-params.ts';
import { AS_TAKEN, COLUMNS, readDoubt, type TrayFilter } from './doubtful-list.ts';

type TrayChange = Partial<Record<keyof TrayFilter, string | undefined>>;

/** Which photos of the tray are shown and in what order: in the address (?reason=&camera=&photographer=&sort=). */
export function useTrayList() {
  const navigate = useNavigate();
  const filter: TrayFilter = {
    reason: readDoubt(useSearchText('reason')),
    camera: useSearchText('camera') || undefined,
    photographer: useSearchText('photographer') || undefined,
  };
  const choose = (change: TrayChange) =>
    void navigate({ to: '.', search: changeSearch(change), replace: true, resetScroll: false });
  return {
    filter,
    choose,
    showAll: () => choose({ reason: undefined, camera: undefined, photographer: undefined }),
    ...useListSort(COLUMNS, AS_TAKEN),
  };
}

export type TrayList = ReturnType<typeof useTrayList>;
