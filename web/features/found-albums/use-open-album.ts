import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import type { Image, UserFoundAlbum } from '#contract/entities/album.ts';
import { callApi } from '#web/lib/api.ts';
import { notFound } from '#web/lib/api-error.ts';
import { useOfflineAlbum } from '#web/lib/offline-albums.ts';
import { useUser } from '#web/lib/session.ts';
import { useIsOnline } from '#web/lib/use-is-online.ts';
import { withOfflineAlbums } from '#web/lib/with-offline-albums.ts';
import { findMyAlbum, keepMyAlbum, myAlbumsQuery } from './my-albums.query.ts';
import { keepPass, readPass, type ViewPass } from './view-pass.ts';

/** The pictures come from the device. Like a real token, this one names the viewer, so that copies are told apart. */
const offlineToken = (userId: number) => `offline.${userId.toString(36)}`;

export type OpenAlbum = { images: readonly Image[]; token: string };

export function useOpenAlbum({ album, owned }: UserFoundAlbum) {
  const user = useUser();
  const [pass, setPass] = useState(() => readPass(user.id, album.id));
  const [hiddenIds, setHiddenIds] = useState<ReadonlySet<number>>(new Set());
  const kept = useOfflineAlbum(album.id);
  const isOnline = useIsOnline();
  const mine = useQuery({ ...ownedAlbumQuery(album.id), enabled: owned });
  // Right after the purchase the previewed photos stay on the screen until the owned ones have arrived.
  const fresh = mine.data && { images: mine.data.images, token: mine.data.temp_jwt };
  const offline = kept && !isOnline ? { images: kept.images, token: offlineToken(user.id) } : undefined;
  const { images, token } = (owned ? (fresh ?? offline) : undefined) ?? pass ?? {};
  const open = useMemo(
    (): OpenAlbum | undefined =>
      images && token ? { images: images.filter(({ id }) => !hiddenIds.has(id)), token } : undefined,
    [images, token, hiddenIds],
  );
  /** A photo that a privacy report hid disappears from this page, also after a reload. */
  const hide = (imageId: number) => {
    setHiddenIds((known) => new Set(known).add(imageId));
    if (pass)
      keepPass(user.id, album.id, { ...pass, images: pass.images.filter(({ id }) => id !== imageId) });
  };
  return {
    open,
    pass: owned ? undefined : pass,
    error: owned ? mine.error : null,
    retry: () => void mine.refetch(),
    enter: (next: ViewPass) => setPass(next),
    hide,
  };
}

/** The token lasts half an hour and is renewed before that, so that an owner is never locked out. */
const RENEW_MS = 25 * 60 * 1000;

/** Loading an owned album uses no view. */
export const ownedAlbumQuery = (albumId: number) =>
  queryOptions({
    queryKey: ['albums', albumId, 'owned'],
    queryFn: async ({ signal }) => {
      const album = await callApi(catalogueEndpoints.getAlbum, { params: { id: albumId }, signal });
      const imageIds = album.images?.map(({ id }) => id);
      if (imageIds) withOfflineAlbums(({ dropOfflinePhotos }) => dropOfflinePhotos(albumId, imageIds));
      return album;
    },
    staleTime: RENEW_MS,
    refetchInterval: RENEW_MS,
  });

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
  const kept = useOfflineAlbum(albumId);
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
