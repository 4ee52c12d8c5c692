import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import type { ListedAlbum, PlacedAlbum } from '#contract/entities/admin-album.ts';
import { albumList } from '#contract/lists/albums.ts';
import { paths } from '#web/lib/paths.ts';
import { listKey } from '#web/lib/staff-list-key.ts';
import { albumDetailQuery } from './staff-catalogue.query.ts';

type Detail = ResponseOf<typeof catalogueEndpoints.getAlbum>;

function toRow(detail: Detail | undefined): PlacedAlbum | undefined {
  const event = detail?.events[0];
  if (!detail || !event) return undefined;
  return {
    ...detail,
    event: event.id,
    event_name: event.name,
    event_date: event.start_date,
    city: event.city,
    state: event.state,
    published_at: detail.published_at ?? null,
    url: paths.viewAlbum(detail.uuid),
  };
}

/** Shows the row of the list until the album itself has loaded. */
export function useSelectedAlbum(albumId: number) {
  const queryClient = useQueryClient();
  const detail = useQuery(albumDetailQuery(albumId));
  const listed = queryClient
    .getQueriesData<{ rows?: ListedAlbum[] }>({ queryKey: listKey(albumList) })
    .flatMap(([, page]) => page?.rows ?? [])
    .find(({ id }) => id === albumId);
  return {
    album: (listed ?? toRow(detail.data)) as PlacedAlbum | undefined,
    detail: detail.data,
    error: detail.error,
    retry: () => void detail.refetch(),
  };
}
