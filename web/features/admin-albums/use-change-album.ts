import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import type { z } from 'zod';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { callApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import type { AdminAlbum } from './admin-albums.types.ts';
import { albumDetailQuery, albumPagesKey, eventAlbumsKey } from './staff-catalogue.query.ts';

export type AlbumChange = z.input<typeof catalogueEndpoints.updateAlbum.body>;

const LISTS = [albumPagesKey, eventAlbumsKey];

function showChange(
  queryClient: QueryClient,
  albumId: number,
  { published, quiet: _quiet, ...fields }: AlbumChange,
): void {
  const shown = {
    ...fields,
    ...(published !== undefined && { published_at: published ? new Date().toISOString() : null }),
  };
  for (const queryKey of LISTS) {
    queryClient.setQueriesData<AdminAlbum[]>({ queryKey }, (albums) =>
      albums?.map((album) => (album.id === albumId ? { ...album, ...shown } : album)),
    );
  }
  queryClient.setQueryData(albumDetailQuery(albumId).queryKey, (album) => album && { ...album, ...shown });
}

/** Shown at once; taken back when the server refuses. */
export function useChangeAlbum(albumId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: AlbumChange) =>
      callApi(catalogueEndpoints.updateAlbum, { params: { id: albumId }, body: change }),
    onMutate: (change) => {
      const { queryKey: ownKey } = albumDetailQuery(albumId);
      const before = [...LISTS, ownKey].flatMap((queryKey) => queryClient.getQueriesData({ queryKey }));
      showChange(queryClient, albumId, change);
      return before;
    },
    onError: (error, _change, before) => {
      for (const [key, albums] of before ?? []) queryClient.setQueryData(key, albums);
      toast.error(messageOf(error));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['staff'] }),
  });
}
