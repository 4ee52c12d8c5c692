import type { Image, UserFoundAlbum } from '#contract/entities/album.ts';
import type { OwnPhotos } from '#web/features/downloads/save-photos.tsx';

/** The originals of photos of an owned album. */
export const ownPhotosIn = (
  { album }: UserFoundAlbum,
  images: readonly Image[],
  auth: string,
): OwnPhotos => ({
  albumUuid: album.uuid,
  auth,
  images: images.map(({ id }) => ({ id, file_name: `${album.identifier || 'photo'}-${id}.jpg` })),
});
