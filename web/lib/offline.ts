import type { Image, UserFoundAlbum } from '#contract/entities/album.ts';
import { createStore, removeStored } from './storage.ts';

// The page's side of public/sw.js, which opens the shell and thumbnails without a network.

const THUMBS = 'encore-thumbs-1';

export function keepForOffline(): void {
  if (!('serviceWorker' in navigator)) return;
  // The script may come after everything else has loaded.
  if (document.readyState === 'complete') void keepLoaded();
  else window.addEventListener('load', keepLoaded);
}

async function keepLoaded(): Promise<void> {
  try {
    await navigator.serviceWorker.register('/sw.js');
    const { active } = await navigator.serviceWorker.ready;
    const addresses = performance.getEntriesByType('resource').map(({ name }) => name);
    active?.postMessage({ kind: 'loaded', addresses });
  } catch {
    // Private windows and old browsers have no service worker; the site works without it.
  }
}

/** The cached pictures belong to the user who logged out. The worker must not keep those that are still loading either. */
export function forgetOfflineImages(): void {
  if ('caches' in window) void caches.delete(THUMBS).catch(() => undefined);
  if (!('serviceWorker' in navigator)) return;
  // `keepLoaded` sends this list to the worker, which would load and keep the pictures again.
  performance.clearResourceTimings();
  void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage({ kind: 'log-out' }));
}

// The part of the offline albums that every log-out needs. web/lib/offline-albums.ts, which checks them with the
// contract, loads only with the pages that show them.

export type OfflineAlbum = { found: UserFoundAlbum; images: Image[]; sizeBytes: number };

export const OFFLINE_CACHE = 'encore-kept-1';

export const offlineKey = (userId: number) => `KEPT_ALBUMS:${userId}`;

export const offlineStore = createStore<{ userId: number | undefined; albums: readonly OfflineAlbum[] }>({
  userId: undefined,
  albums: [],
});

/** Forgets the albums of a person who logged out, because others may use this device. */
export function forgetOfflineAlbums(userId: number): void {
  removeStored(offlineKey(userId));
  offlineStore.write({ userId: undefined, albums: [] });
  if ('caches' in window) void caches.delete(OFFLINE_CACHE).catch(() => undefined);
}
