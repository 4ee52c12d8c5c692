// Brings the favorites of this browser and of the account together. What was marked or removed here since the last
// answer is sent; what was marked or removed on another device is adopted. Without a connection nothing is lost: the
// difference is sent later.

import { favoriteEndpoints } from '#contract/endpoints/favorites.ts';
import { MOST_FAVORITES, MOST_FAVORITES_PER_CALL } from '#contract/rules/favorites.ts';
import { callApi } from '#web/lib/api.ts';
import { readSession } from '#web/lib/session.ts';
import { toast } from '#web/lib/toast.ts';
import { readFavorites, readSaved, rememberAlbums, writeFavorites, writeSaved } from './favorites-store.ts';

const PAUSE_MS = 600;
const MOST_CALLS = 20;

/** Photos that the server did not take stay marked in this browser, and are sent again at the next visit. */
const notTaken = new Set<number>();
const running = new Map<number, Promise<void>>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Follows an account until the returned function is called. */
export function followFavorites(userId: number): () => void {
  const sync = () => void syncFavorites(userId);
  window.addEventListener('online', sync);
  sync();
  return () => window.removeEventListener('online', sync);
}

/** Waits a moment, because hearts are often pressed one after the other. */
export function syncFavoritesSoon(userId: number): void {
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
  for (let call = 0; call < MOST_CALLS; call++) {
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
        `Your account keeps ${MOST_FAVORITES.toLocaleString('en-US')} favorites. Remove some to save more.`,
        {
          id: 'favorites-full',
        },
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
      .slice(0, MOST_FAVORITES_PER_CALL),
    remove: [...saved].filter((imageId) => !favorites.has(imageId)).slice(0, MOST_FAVORITES_PER_CALL),
  };
}
