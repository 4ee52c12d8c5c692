import { useEffect } from 'react';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { callApi } from '#web/lib/api.ts';
import { useRouter } from '#web/lib/navigation.tsx';
import { paths } from '#web/lib/paths.ts';
import { useUser } from '#web/lib/session.ts';

/** The first visit after the photos of a poster's team are up starts at the album. The server answers each one once. */
export function useStartAtAlbum(): void {
  const { awaits_album: awaitsAlbum } = useUser();
  const router = useRouter();
  useEffect(() => {
    if (!awaitsAlbum) return;
    callApi(foundAlbumEndpoints.startAtAlbum).then(
      ({ album }) => {
        if (album === null || router.state.location.pathname !== paths.home) return;
        void router.navigate({ to: paths.userAlbum(album), replace: true });
      },
      // Home works without it, and the next visit asks again.
      () => undefined,
    );
  }, [awaitsAlbum, router]);
}
