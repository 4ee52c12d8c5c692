import { useCallback, useRef } from 'react';
import { useNavigate, useRouter } from '#web/lib/navigation.tsx';
import { photoSearch, useSearchState } from '#web/lib/search-params.ts';

/** The open photo is in the address (?photo=), so that Back closes it and a reload opens it again. */
export function usePhotoAddress() {
  const navigate = useNavigate();
  const router = useRouter();
  const { photo: photoId } = useSearchState(photoSearch).search;
  const wasOpenedHere = useRef(false);
  // These functions stay the same between renders, because every tile of a large album is memoized on them.
  const show = useCallback(
    (photo: number | undefined, replace: boolean) =>
      void navigate({
        to: '.',
        search: (before: object) => ({ ...before, photo }),
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
