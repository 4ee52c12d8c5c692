import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { changeSearch } from '#web/lib/change-search.ts';
import { useSearchText } from '#web/lib/use-path-params.ts';

/** Which photos of the album are shown is in the address (?show=), so that a link can open it that way. */
export function useGalleryFilter() {
  const navigate = useNavigate();
  const wanted = useSearchText('show') ?? 'all';
  const change = useCallback(
    (name: string) =>
      void navigate({
        to: '.',
        search: changeSearch({ show: name === 'all' ? undefined : name }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  return { wanted, change };
}
