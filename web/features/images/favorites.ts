// Favorites belong to the account. A press on a heart shows at once and works offline; the server is told afterwards.

import type { Image } from '#contract/entities/album.ts';
import { useStore } from '#web/lib/store.ts';
import {
  type Favorites,
  readAlbums,
  readFavorites,
  rememberAlbums,
  storeOf,
  writeFavorites,
} from './favorites-store.ts';
import { syncFavoritesSoon } from './sync-favorites.ts';

export type { Favorites } from './favorites-store.ts';

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
