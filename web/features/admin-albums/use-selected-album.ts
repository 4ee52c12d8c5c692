import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AdminAlbum } from './admin-albums.types.ts';
import { albumDetailQuery, albumPagesKey, eventAlbumsQuery } from './staff-catalogue.query.ts';

/** The row of an album: from the list on screen, else, when its address was opened directly, from its event. */
export function useSelectedAlbum(albumId: number) {
  const queryClient = useQueryClient();
  const detail = useQuery(albumDetailQuery(albumId));
  const listed = queryClient
    .getQueriesData<AdminAlbum[]>({ queryKey: albumPagesKey })
    .flatMap(([, albums]) => albums ?? [])
    .find(({ id }) => id === albumId);
  const eventId = detail.data?.events[0]?.id;
  const ofEvent = useQuery({ ...eventAlbumsQuery(eventId ?? 0), enabled: !listed && eventId !== undefined });
  return {
    album: listed ?? ofEvent.data?.find(({ id }) => id === albumId),
    detail: detail.data,
    error: detail.error ?? ofEvent.error,
    retry: () => void detail.refetch(),
  };
}
