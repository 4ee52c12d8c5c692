import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import type { AdminAlbum } from './admin-albums.types.ts';
import { albumDetailQuery, albumPagesKey } from './staff-catalogue.query.ts';

function toRow(detail: ResponseOf<typeof catalogueEndpoints.getAlbum> | undefined): AdminAlbum | undefined {
  const event = detail?.events[0];
  return detail && event && { ...detail, event: event.id, published_at: detail.published_at ?? null };
}

/** The row of an album: from the list on screen, else, when its address was opened directly, from the album itself. */
export function useSelectedAlbum(albumId: number) {
  const queryClient = useQueryClient();
  const detail = useQuery(albumDetailQuery(albumId));
  const listed = queryClient
    .getQueriesData<AdminAlbum[]>({ queryKey: albumPagesKey })
    .flatMap(([, albums]) => albums ?? [])
    .find(({ id }) => id === albumId);
  return {
    album: listed ?? toRow(detail.data),
    detail: detail.data,
    error: detail.error,
    retry: () => void detail.refetch(),
  };
}
