import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { callApi } from '#web/lib/api.ts';
import { teamName } from '#web/lib/formats.ts';
import { useUserAction } from './use-user-action.ts';

/** Gives the views of one album back. */
export function useResetViews(userId: number) {
  return useUserAction(
    userId,
    (id: number) => callApi(foundAlbumEndpoints.resetViews, { params: { id } }),
    ({ album }) => `All views of ${teamName(album)} are back`,
  );
}
