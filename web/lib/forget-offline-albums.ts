// What the site needs of the kept albums at every log-out. web/lib/offline-albums.ts, which checks them with the contract, is
// loaded only by the pages that show them.

import type { Image, UserFoundAlbum } from '#contract/entities/album.ts';
import { createStore, removeStored } from './storage.ts';

export type OfflineAlbum = { found: UserFoundAlbum; images: Image[]; sizeBytes: number };

export const KEPT_CACHE = 'encore-kept-1';

export const keyOfKept = (userId: number) => `KEPT_ALBUMS:${userId}`;

export const keptStore = createStore<{ userId: number | undefined; albums: readonly OfflineAlbum[] }>({
  userId: undefined,
  albums: [],
});

/** Forgets the albums of a person who logged out, because others may use this device. */
export function forgetOfflineAlbums(userId: number): void {
  removeStored(keyOfKept(userId));
  keptStore.write({ userId: undefined, albums: [] });
  if ('caches' in window) void caches.delete(KEPT_CACHE).catch(() => undefined);
}
