// Photos a person has marked with a heart, kept in this browser under their name.

import { readStored, writeStored } from '#web/lib/storage.ts';
import { createStore, type Store, useStore } from '#web/lib/store.ts';

export type Favourites = ReadonlySet<number>;

const keyOf = (userId: number) => `FAVOURITES:${userId}`;
const stores = new Map<number, Store<Favourites>>();

function readFavourites(userId: number): Favourites {
  try {
    const ids: unknown = JSON.parse(readStored(keyOf(userId)) ?? '[]');
    return new Set(Array.isArray(ids) ? ids.filter((id) => typeof id === 'number') : []);
  } catch {
    return new Set();
  }
}

function storeOf(userId: number): Store<Favourites> {
  const store = stores.get(userId) ?? createStore(readFavourites(userId));
  stores.set(userId, store);
  return store;
}

export function useFavourites(userId: number): Favourites {
  return useStore(storeOf(userId));
}

export function toggleFavourite(userId: number, imageId: number): void {
  const store = storeOf(userId);
  // Another tab may have changed them meanwhile.
  const next = new Set(readFavourites(userId));
  if (store.read().has(imageId)) next.delete(imageId);
  else next.add(imageId);
  writeStored(keyOf(userId), JSON.stringify([...next]));
  store.write(next);
}
