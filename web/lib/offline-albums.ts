// Owned albums that a person keeps on this device to see them without a network. Their pictures are in a cache that
// public/sw.js opens when the network does not answer.

import type { AlbumOnly, Event, Image, UserFoundAlbum } from '#contract/entities/album.ts';
import { wait } from './clock.ts';
import { i18n } from './i18n.ts';
import { OFFLINE_CACHE, type OfflineAlbum, offlineKey, offlineStore as store } from './offline.ts';
import { readSession } from './session.ts';
import {
  isFlag,
  isList,
  isNumber,
  isText,
  listOf,
  orNull,
  readStoredJson,
  shapeOf,
  useStore,
  writeStoredJson,
} from './storage.ts';

const isStoredImage = shapeOf<Image>({
  id: isNumber,
  width: isNumber,
  height: isNumber,
  captured_at: orNull(isText),
  placeholder: orNull(isText),
});

const isStoredAlbum = shapeOf<AlbumOnly>({
  id: isNumber,
  uuid: isText,
  program_name: isText,
  team_name: isText,
  division_name: isText,
  performance_order: isNumber,
  identifier: isText,
  planned_at: orNull(isText),
  created_at: isText,
  images_count: isNumber,
  cover: listOf(isStoredImage),
  cover_auth: orNull(isText),
});

const isStoredEvent = shapeOf<Event>({
  id: isNumber,
  name: isText,
  brand_name: isText,
  city: isText,
  state: isText,
  producer_name: isText,
  venue_name: isText,
  start_date: isText,
  // Albums that were kept before this field came have none.
  last_date: (value) => value === undefined || isText(value),
  time_zone: isText,
  archived: isFlag,
  archive_date: orNull(isText),
  event_pricings: isList,
  picture: isText,
});

const isFound = shapeOf<UserFoundAlbum>({
  id: isNumber,
  album: isStoredAlbum,
  event: isStoredEvent,
  user_album_views: isList,
  views_allowed: isNumber,
  owned: isFlag,
  bought_images: isNumber,
  // Albums that were kept before this field came have none.
  published_at: (value) => value === undefined || orNull(isText)(value),
  found_at: isText,
});
const isOfflineAlbum = shapeOf<OfflineAlbum>({
  found: isFound,
  images: listOf(isStoredImage),
  sizeBytes: isNumber,
});
type OfflineAlbums = readonly OfflineAlbum[];

function readOffline(userId: number | undefined): OfflineAlbums {
  const kept = userId === undefined ? [] : readStoredJson(offlineKey(userId));
  return listOf(isOfflineAlbum)(kept) ? (kept as OfflineAlbums) : [];
}

function offlineOf(userId: number | undefined): OfflineAlbums {
  if (store.read().userId !== userId) store.write({ userId, albums: readOffline(userId) });
  return store.read().albums;
}

function writeOffline(albums: OfflineAlbums): void {
  const userId = readSession().user?.id;
  if (userId === undefined) return;
  writeStoredJson(offlineKey(userId), albums);
  store.write({ userId, albums });
}

const isKept = (albumId: number) => (kept: OfflineAlbum) => kept.found.album.id === albumId;

export const canKeepAlbums = () => 'caches' in window && 'serviceWorker' in navigator;

export function useOfflineAlbums(): OfflineAlbums {
  const known = useStore(store);
  const userId = readSession().user?.id;
  return known.userId === userId ? known.albums : readOffline(userId);
}

export function useOfflineAlbum(albumId: number): OfflineAlbum | undefined {
  return useOfflineAlbums().find(isKept(albumId));
}

const pathOf = (uuid: string, imageId: number, variant: 'thumb' | 'preview') =>
  `/api/images/${uuid}/${imageId}.${variant}`;

/** The key names the viewer, because a picture may be marked for them; public/sw.js reads it from the token. */
const ownCopy = (path: string) => `${path}?viewer=${readSession().user?.id.toString(36) ?? ''}`;

export type Keeping = {
  token: string;
  signal: AbortSignal;
  onProgress: (kept: number) => void;
};

/** Keeps thumbs and previews of every photo. What was kept before an error is removed again. */
export async function keepAlbum(
  { found, images }: Omit<OfflineAlbum, 'sizeBytes'>,
  { token, signal, onProgress }: Keeping,
): Promise<void> {
  const cache = await caches.open(OFFLINE_CACHE);
  let sizeBytes = 0;
  try {
    for (const [position, { id }] of images.entries()) {
      for (const variant of ['thumb', 'preview'] as const) {
        const path = pathOf(found.album.uuid, id, variant);
        const picture = await loadImage(`${path}?auth=${encodeURIComponent(token)}`, signal);
        sizeBytes += picture.size;
        await cache.put(ownCopy(path), new Response(picture, { headers: { 'content-type': picture.type } }));
      }
      onProgress(position + 1);
    }
  } catch (error) {
    await removeImages(found.album.uuid, images);
    throw error;
  }
  const others = offlineOf(readSession().user?.id).filter((kept) => !isKept(found.album.id)(kept));
  writeOffline([...others, { found, images, sizeBytes }]);
}

const SLOW_DOWN_STATUS = 429;
const PAUSE_MS = 2_000;

/** The server limits previews per second, so a refusal of that kind is waited out. */
async function loadImage(address: string, signal: AbortSignal): Promise<Blob> {
  for (;;) {
    const answer = await fetch(address, { signal });
    if (answer.ok) return answer.blob();
    if (answer.status !== SLOW_DOWN_STATUS) throw new Error(i18n.t('A photo didn’t load. Please try again.'));
    await wait(PAUSE_MS);
  }
}

async function removeImages(uuid: string, images: OfflineAlbum['images']): Promise<void> {
  const cache = await caches.open(OFFLINE_CACHE);
  for (const { id } of images) {
    const paths = [pathOf(uuid, id, 'thumb'), pathOf(uuid, id, 'preview')];
    await Promise.all(paths.flatMap((path) => [cache.delete(ownCopy(path)), cache.delete(path)]));
  }
}

export async function removeOfflineAlbum(albumId: number): Promise<void> {
  const albums = offlineOf(readSession().user?.id);
  const kept = albums.find(isKept(albumId));
  if (!kept) return;
  writeOffline(albums.filter((other) => other !== kept));
  await removeImages(kept.found.album.uuid, kept.images);
}

/** Removes albums whose right has ended. */
export async function dropOfflineExcept(ownedAlbumIds: readonly number[]): Promise<void> {
  const ended = offlineOf(readSession().user?.id).filter(
    ({ found }) => !ownedAlbumIds.includes(found.album.id),
  );
  for (const { found } of ended) await removeOfflineAlbum(found.album.id);
}

/** Removes photos that have left the album, for example because one was hidden. */
export async function dropOfflinePhotos(albumId: number, imageIds: readonly number[]): Promise<void> {
  const albums = offlineOf(readSession().user?.id);
  const kept = albums.find(isKept(albumId));
  const gone = kept?.images.filter(({ id }) => !imageIds.includes(id)) ?? [];
  if (!kept || gone.length === 0) return;
  const images = kept.images.filter(({ id }) => imageIds.includes(id));
  writeOffline(albums.map((other) => (other === kept ? { ...kept, images } : other)));
  await removeImages(kept.found.album.uuid, gone);
}
