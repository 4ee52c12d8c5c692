// What this browser knows of each user's favorites. The storage keys keep their first spelling, so that favorites that
// were marked before they belonged to the account are not lost.

import { readStored, writeStored } from '#web/lib/storage.ts';
import { createStore, type Store } from '#web/lib/store.ts';

export type Favorites = ReadonlySet<number>;

const MOST_REMEMBERED = 5_000;
const stores = new Map<number, Store<Favorites>>();
const keyOf = (userId: number) => `FAVOURITES:${userId}`;
const savedKeyOf = (userId: number) => `FAVORITES_SAVED:${userId}`;
const albumsKeyOf = (userId: number) => `FAVOURITE_ALBUMS:${userId}`;

function readIds(key: string): Favorites {
  try {
    const ids: unknown = JSON.parse(readStored(key) ?? '[]');
    return new Set(Array.isArray(ids) ? ids.filter((id) => typeof id === 'number') : []);
  } catch {
    return new Set();
  }
}

export const readFavorites = (userId: number) => readIds(keyOf(userId));

export function writeFavorites(userId: number, favorites: Favorites): void {
  writeStored(keyOf(userId), JSON.stringify([...favorites]));
  storeOf(userId).write(favorites);
}

export function storeOf(userId: number): Store<Favorites> {
  const store = stores.get(userId) ?? createStore(readFavorites(userId));
  stores.set(userId, store);
  return store;
}

/** The favorites that the account had when the server last answered. */
export const readSaved = (userId: number) => readIds(savedKeyOf(userId));

export function writeSaved(userId: number, saved: Favorites): void {
  writeStored(savedKeyOf(userId), JSON.stringify([...saved]));
}

export function readAlbums(userId: number): Record<string, string> {
  try {
    const albums: unknown = JSON.parse(readStored(albumsKeyOf(userId)) ?? '{}');
    return albums && typeof albums === 'object' ? (albums as Record<string, string>) : {};
  } catch {
    return {};
  }
}

/** Remembers the albums of favorites, because the photos of an album that is not open are unknown. */
export function rememberAlbums(userId: number, albums: Record<number, string>): void {
  const entries = Object.entries({ ...readAlbums(userId), ...albums });
  writeStored(albumsKeyOf(userId), JSON.stringify(Object.fromEntries(entries.slice(-MOST_REMEMBERED))));
}
