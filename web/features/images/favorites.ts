// Favorites are kept in this browser, separately for each user. The storage key keeps its first spelling, so
// that saved favorites are not lost.

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

export function toggleFavorite(userId: number, imageId: number): void {
  const store = storeOf(userId);
  // Another tab may have changed them in the meantime.
  const next = new Set(readFavorites(userId));
  if (store.read().has(imageId)) next.delete(imageId);
  else next.add(imageId);
  writeStored(keyOf(userId), JSON.stringify([...next]));
  store.write(next);
}
