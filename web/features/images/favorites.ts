import { favoriteEndpoints } from '#contract/endpoints/found-albums.ts';
import type { Image } from '#contract/entities/album.ts';
import { MAX_FAVORITES, MAX_FAVORITES_PER_CALL } from '#contract/rules/albums.ts';
import { callApi } from '#web/lib/api.ts';
import { formatCount } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { readSession } from '#web/lib/session.ts';
import {
  createStore,
  isObject,
  readStoredJson,
  type Store,
  useStore,
  writeStoredJson,
} from '#web/lib/storage.ts';
import { toast } from '#web/lib/toast.ts';

// Favorites belong to the account. A press on a heart shows at once and works offline; the server gets it afterwards.

export function useFavorites(userId: number): Favorites {
  return useStore(storeOf(userId));
}

/** The favorites of one album: among its photos, or, while it is not open, those that were marked in it. */
export function useFavoritesIn(userId: number, albumUuid: string, images: readonly Image[]): number[] {
  const favorites = useFavorites(userId);
  if (images.length > 0) return images.map(({ id }) => id).filter((id) => favorites.has(id));
  const albums = readAlbums(userId);
  return [...favorites].filter((imageId) => albums[imageId] === albumUuid);
}

export function toggleFavorite(userId: number, imageId: number, albumUuid?: string): void {
  if (albumUuid) rememberAlbums(userId, { [imageId]: albumUuid });
  // Another tab may have changed them in the meantime.
  const next = new Set(readFavorites(userId));
  if (storeOf(userId).read().has(imageId)) next.delete(imageId);
  else next.add(imageId);
  writeFavorites(userId, next);
  syncFavoritesSoon(userId);
}

// Each user's favorites as this browser knows them. The storage keys keep their first spelling, so that favorites
// marked before they belonged to the account are not lost.

export type Favorites = ReadonlySet<number>;

const MAX_REMEMBERED = 5_000;
const stores = new Map<number, Store<Favorites>>();
const keyOf = (userId: number) => `FAVOURITES:${userId}`;
const savedKeyOf = (userId: number) => `FAVORITES_SAVED:${userId}`;
const albumsKeyOf = (userId: number) => `FAVOURITE_ALBUMS:${userId}`;

function readIds(key: string): Favorites {
  const ids = readStoredJson(key);
  return new Set(Array.isArray(ids) ? ids.filter((id) => typeof id === 'number') : []);
}

const readFavorites = (userId: number) => readIds(keyOf(userId));

export function writeFavorites(userId: number, favorites: Favorites): void {
  writeStoredJson(keyOf(userId), [...favorites]);
  storeOf(userId).write(favorites);
}

function storeOf(userId: number): Store<Favorites> {
  const store = stores.get(userId) ?? createStore(readFavorites(userId));
  stores.set(userId, store);
  return store;
}

/** The favorites that the account had when the server last answered. */
const readSaved = (userId: number) => readIds(savedKeyOf(userId));

function writeSaved(userId: number, saved: Favorites): void {
  writeStoredJson(savedKeyOf(userId), [...saved]);
}

function readAlbums(userId: number): Record<string, string> {
  const albums = readStoredJson(albumsKeyOf(userId));
  return isObject(albums) ? (albums as Record<string, string>) : {};
}

/** Remembers the albums of favorites, because the photos of an album that is not open are unknown. */
function rememberAlbums(userId: number, albums: Record<number, string>): void {
  const entries = Object.entries({ ...readAlbums(userId), ...albums });
  writeStoredJson(albumsKeyOf(userId), Object.fromEntries(entries.slice(-MAX_REMEMBERED)));
}

// Merges the favorites of this browser and of the account. Changes made here since the last answer are sent, and
// changes made on another device are adopted. Without a connection the difference is sent later.

const PAUSE_MS = 600;
const MAX_CALLS = 20;

/** Photos that the server did not take stay marked in this browser, and are sent again at the next visit. */
const notTaken = new Set<number>();
const running = new Map<number, Promise<void>>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Follows an account until the returned function is called. */
export function subscribeToFavorites(userId: number): () => void {
  const sync = () => void syncFavorites(userId);
  window.addEventListener('online', sync);
  sync();
  return () => window.removeEventListener('online', sync);
}

/** Waits a moment, because hearts are often pressed one after the other. */
function syncFavoritesSoon(userId: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => void syncFavorites(userId), PAUSE_MS);
}

export async function syncFavorites(userId: number): Promise<void> {
  // A call under way may have been sent before the newest change.
  await running.get(userId);
  const next = (running.get(userId) ?? sendChanges(userId)).catch(() => undefined);
  running.set(userId, next);
  await next;
  if (running.get(userId) === next) running.delete(userId);
}

async function sendChanges(userId: number): Promise<void> {
  for (let call = 0; call < MAX_CALLS; call++) {
    if (readSession().user?.id !== userId) return;
    const changes = findChanges(userId);
    if (call > 0 && changes.add.length + changes.remove.length === 0) return;
    const before = readFavorites(userId);
    const saved = readSaved(userId);
    const answer = await callApi(favoriteEndpoints.changeFavorites, {
      body: changes,
      retry: false,
      isQuiet: true,
    });
    for (const imageId of [...answer.refused, ...answer.left_out]) notTaken.add(imageId);
    if (answer.left_out.length > 0) {
      toast(
        i18n.t('You can save {most} favorites. Remove a few to add more.', {
          most: formatCount(MAX_FAVORITES),
        }),
        { id: 'favorites-full' },
      );
    }
    const albums = answer.albums.flatMap(({ album, images }) => images.map((imageId) => [imageId, album]));
    rememberAlbums(userId, Object.fromEntries(albums));
    const kept = new Set(answer.albums.flatMap(({ images }) => images));
    const now = new Set(readFavorites(userId));
    for (const imageId of saved) if (!kept.has(imageId) && before.has(imageId)) now.delete(imageId);
    for (const imageId of kept) if (!saved.has(imageId) && !before.has(imageId)) now.add(imageId);
    writeSaved(userId, kept);
    writeFavorites(userId, now);
  }
}

function findChanges(userId: number): { add: number[]; remove: number[] } {
  const favorites = readFavorites(userId);
  const saved = readSaved(userId);
  return {
    add: [...favorites]
      .filter((imageId) => !saved.has(imageId) && !notTaken.has(imageId))
      .slice(0, MAX_FAVORITES_PER_CALL),
    remove: [...saved].filter((imageId) => !favorites.has(imageId)).slice(0, MAX_FAVORITES_PER_CALL),
  };
}
