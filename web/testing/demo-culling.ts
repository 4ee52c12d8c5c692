import type { ResponseOf } from '#contract/endpoint.ts';
import type { CulledPhoto, cullingEndpoints, PhotoAction } from '#contract/endpoints/culling.ts';

export const buildCulledPhoto = (id: number, fields: Partial<CulledPhoto> = {}): CulledPhoto => ({
  id,
  width: 6000,
  height: 4000,
  captured_at: null,
  placeholder: null,
  file_name: `IMG_${id}.jpg`,
  camera_serial: 'A001',
  photographer: null,
  is_kept: false,
  is_rejected: false,
  sharpness: null,
  faces: null,
  rotation: 0,
  is_turning: false,
  burst: null,
  alike: null,
  ...fields,
});

/** The last frame of each burst is the sharpest. */
export const buildBurst = (first: number, size: number) =>
  Array.from({ length: size }, (_, i) =>
    buildCulledPhoto(first + i, { sharpness: i + 1, burst: { group: first, size, is_best: i === size - 1 } }),
  );

export const buildPhotoAction = (
  key: string,
  kind: PhotoAction['kind'],
  count: number,
  is_mine = true,
): PhotoAction => ({
  key,
  kind,
  photos: count,
  album: 7,
  to_album: null,
  to_title: null,
  actor: is_mine ? 'Demo Support' : 'Dana Reyes',
  created_at: '2026-11-14T20:00:00Z',
  undone_at: null,
  undone_photos: count,
  can_undo: true,
  is_mine,
});

export const buildCullingAlbum = (
  images: CulledPhoto[],
): ResponseOf<typeof cullingEndpoints.listCulledPhotos> => ({
  album: {
    id: 7,
    uuid: '7c0e2b0a-0000-4000-8000-000000000007',
    event: 3,
    title: 'Northshore Royals',
    performance_order: 42,
    time_zone: 'America/Chicago',
    previous: null,
    next: null,
  },
  cover: null,
  temp_jwt: 'token',
  images,
});
