import { queryOptions, useQuery } from '@tanstack/react-query';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { callApi } from '#web/lib/api.ts';
import { notFound } from '#web/lib/api-error.ts';
import { useKeptAlbum } from '#web/lib/kept-albums.ts';
import { useIsOnline } from '#web/lib/use-is-online.ts';
import { findMyAlbum, keepMyAlbum, myAlbumsQuery } from './my-albums.query.ts';

async function findEventOf(albumId: number): Promise<number> {
  const { events } = await callApi(catalogueEndpoints.getAlbum, { params: { id: albumId } });
  const event = events[0];
  if (!event) throw notFound();
  return event.id;
}

/**
 * It uses no view and may run twice, so it is a query and not a mutation. It takes no signal, because a canceled call
 * would be sent again.
 */
const holdAlbumQuery = (albumId: number, eventId: number | undefined) =>
  queryOptions({
    queryKey: ['user-found-albums', 'hold', albumId],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ client }) => {
      const event = eventId ?? (await findEventOf(albumId));
      const held = await callApi(foundAlbumEndpoints.findAlbum, { body: { album: albumId, event } });
      keepMyAlbum(client, held);
      return held;
    },
  });

export function useHeldAlbum(albumId: number, eventId?: number) {
  const mine = useQuery(myAlbumsQuery);
  const known = findMyAlbum(mine.data, albumId);
  // Without a network an album that is kept on this device still opens.
  const kept = useKeptAlbum(albumId);
  const isOnline = useIsOnline();
  const isValid = Number.isInteger(albumId) && albumId > 0;
  const hold = useQuery({
    ...holdAlbumQuery(albumId, eventId),
    enabled: isValid && !mine.isPending && !known,
  });
  return {
    data: known ?? hold.data ?? (isOnline ? undefined : kept?.found),
    error: isValid ? hold.error : notFound(),
    refetch: hold.refetch,
  };
}
