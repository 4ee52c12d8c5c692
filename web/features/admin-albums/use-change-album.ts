import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import type { AdminAlbum, ListedAlbum } from '#contract/entities/admin-album.ts';
import { albumList } from '#contract/lists/albums.ts';
import { callApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { listKey } from '#web/lib/staff-list-key.ts';
import { toast } from '#web/lib/toast.ts';
import { isFewPhotos } from './few-photos-dialog.tsx';
import { albumDetailQuery, eventAlbumsKey } from './staff-catalogue.query.ts';

export type AlbumChange = z.input<typeof catalogueEndpoints.updateAlbum.body>;

function showChange(
  queryClient: QueryClient,
  albumId: number,
  { published, quiet: _quiet, few_photos_ok: _isConfirmed, ...fields }: AlbumChange,
): void {
  const shown = {
    ...fields,
    ...(published !== undefined && { published_at: published ? new Date().toISOString() : null }),
  };
  const changed = <Album extends AdminAlbum>(albums: Album[]) =>
    albums.map((album) => (album.id === albumId ? { ...album, ...shown } : album));
  queryClient.setQueriesData<AdminAlbum[]>(
    { queryKey: eventAlbumsKey },
    (albums) => albums && changed(albums),
  );
  queryClient.setQueriesData<{ rows?: ListedAlbum[] }>({ queryKey: listKey(albumList) }, (page) =>
    page?.rows ? { ...page, rows: changed(page.rows) } : page,
  );
  queryClient.setQueryData(albumDetailQuery(albumId).queryKey, (album) => album && { ...album, ...shown });
}

/** Shows the change at once and reverts it if the server refuses. */
export function useChangeAlbum(albumId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: AlbumChange) =>
      callApi(catalogueEndpoints.updateAlbum, { params: { id: albumId }, body: change }),
    onMutate: (change) => {
      const keys = [listKey(albumList), eventAlbumsKey, albumDetailQuery(albumId).queryKey];
      const before = keys.flatMap((queryKey) => queryClient.getQueriesData({ queryKey }));
      showChange(queryClient, albumId, change);
      return before;
    },
    onError: (error, _change, before) => {
      for (const [key, data] of before ?? []) queryClient.setQueryData(key, data);
      // A dialog asks about an album with very few photos.
      if (!isFewPhotos(error)) toast.error(messageOf(error));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['staff'] }),
  });
}
