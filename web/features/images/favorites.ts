// Favorites are kept in this browser, separately for each user. The storage key keeps its first spelling, so
// that saved favorites are not lost.

import type { Image } from '#contract/entities/album.ts';
import { readStored, writeStored } from '#web/lib/storage.ts';
import { createStore, type Store, useStore } from '#web/lib/store.ts';

export type Favorites = ReadonlySet<number>;

const keyOf = (userId: number) => `FAVOURITES:${userId}`;
const stores = new Map<number, Store<Favorites>>();

function readFavorites(userId: number): Favorites {
  try {
    const ids: unknown = JSON.parse(readStored(keyOf(userId)) ?? '[]');
    return new Set(Array.isArray(ids) ? ids.filter((id) => typeof id === 'number') : []);
  } catch {
    return new Set();
  }
}

function storeOf(userId: number): Store<Favorites> {
  const store = stores.get(userId) ?? createStore(readFavorites(userId));
  stores.set(userId, store);
  return store;
}

export function useFavorites(userId: number): Favorites {
  return useStore(storeOf(userId));
}

const albumsKeyOf = (userId: number) => `FAVOURITE_ALBUMS:${userId}`;
const MOST_REMEMBERED = 5_000;

function readAlbums(userId: number): Record<string, string> {
  try {
    const albums: unknown = JSON.parse(readStored(albumsKeyOf(userId)) ?? '{}');
    return albums && typeof albums === 'object' ? (albums as Record<string, string>) : {};
  } catch {
    return {};
  }
}

/** Remembers the album of a favorite, because the photos of an album that is not open are unknown. */
function rememberAlbum(userId: number, imageId: number, albumUuid: string): void {
  const entries = Object.entries({ ...readAlbums(userId), [imageId]: albumUuid });
  writeStored(albumsKeyOf(userId), JSON.stringify(Object.fromEntries(entries.slice(-MOST_REMEMBERED))));
}

/** The favorites of one album: among its photos, or, while it is not open, those that were marked in it. */
export function useFavoritesIn(userId: number, albumUuid: string, images: readonly Image[]): number[] {
  const favorites = useFavorites(userId);
  if (images.length > 0) return images.map(({ id }) => id).filter((id) => favorites.has(id));
  const albums = readAlbums(userId);
  return [...favorites].filter((imageId) => albums[imageId] === albumUuid);
}

export function toggleFavorite(userId: number, imageId: number, albumUuid?: string): void {
  if (albumUuid) rememberAlbum(userId, imageId, albumUuid);
  const store = storeOf(userId);
  // Another tab may have changed them in the meantime.
  const next = new Set(readFavorites(userId));
  if (store.read().has(imageId)) next.delete(imageId);
  else next.add(imageId);
  writeStored(keyOf(userId), JSON.stringify([...next]));
  store.write(next);
}
