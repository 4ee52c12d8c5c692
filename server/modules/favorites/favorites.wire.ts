import type { OpenPhoto } from './open-photos.ts';

export function toWireFavorites(photos: readonly OpenPhoto[]): { album: string; images: number[] }[] {
  return [...Map.groupBy(photos, ({ albumUuid }) => albumUuid)].map(([album, marked]) => ({
    album,
    images: marked.map(({ imageId }) => imageId),
  }));
}
