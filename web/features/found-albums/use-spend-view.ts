import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ResponseOf } from '#contract/endpoint.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import type { UserFoundAlbum } from '#contract/entities/found-album.ts';
import { callApi } from '#web/lib/api.ts';
import { isApiError } from '#web/lib/api-error.ts';
import { useUser } from '#web/lib/session.ts';
import { keepMyAlbum, myAlbumsQuery } from './my-albums.query.ts';
import { expiryOf, keepPass, type ViewPass } from './view-pass.ts';

type ViewedAlbum = ResponseOf<typeof foundAlbumEndpoints.viewAlbum>;

const running = new Map<number, Promise<ViewedAlbum>>();

/** Clicks during a call share it, and a failed call is never repeated, because each one uses a view. */
export function spendView(foundAlbumId: number): Promise<ViewedAlbum> {
  const call =
    running.get(foundAlbumId) ??
    callApi(foundAlbumEndpoints.viewAlbum, { params: { id: foundAlbumId } }).finally(() =>
      running.delete(foundAlbumId),
    );
  running.set(foundAlbumId, call);
  return call;
}

export function keepView(client: QueryClient, userId: number, viewed: ViewedAlbum): ViewPass {
  const { images, temp_jwt, ...found } = viewed;
  const pass = { images, token: temp_jwt, expiresAt: expiryOf(temp_jwt) };
  keepPass(userId, found.album.id, pass);
  keepMyAlbum(client, found);
  return pass;
}

export function useSpendView({ id }: UserFoundAlbum, onOpened: (pass: ViewPass) => void) {
  const client = useQueryClient();
  const user = useUser();
  return useMutation({
    mutationFn: () => spendView(id),
    onSuccess: (viewed) => onOpened(keepView(client, user.id, viewed)),
    onError: (error) => {
      // Another tab or device used the remaining views, so the count shown here was stale.
      if (isApiError(error, 'views_exceeded')) {
        void client.invalidateQueries({ queryKey: myAlbumsQuery.queryKey });
      }
    },
  });
}
