import { useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback, useRef } from 'react';
import { changeSearch } from '#web/lib/change-search.ts';
import { useSearchText } from '#web/lib/use-path-params.ts';

/** The open photo is in the address (?photo=), so that going back closes it and a reload opens it again. */
export function usePhotoAddress() {
  const navigate = useNavigate();
  const router = useRouter();
  const photoId = Number(useSearchText('photo')) || undefined;
  const wasOpenedHere = useRef(false);

  const show = useCallback(
    (imageId: number | undefined, replace: boolean) =>
      void navigate({
        to: '.',
        search: changeSearch({ photo: imageId === undefined ? undefined : String(imageId) }),
        replace,
        resetScroll: false,
      }),
    [navigate],
  );
  const open = useCallback(
    (imageId: number) => {
      wasOpenedHere.current = true;
      show(imageId, false);
    },
    [show],
  );
  const turnTo = useCallback((imageId: number) => show(imageId, true), [show]);
  const close = useCallback(() => {
    if (wasOpenedHere.current) router.history.back();
    else show(undefined, true);
    wasOpenedHere.current = false;
  }, [router, show]);

  return { photoId, open, turnTo, close };
}
