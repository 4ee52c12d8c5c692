import { z } from 'zod';
import { endpointsOf } from '../endpoint.ts';
import { image } from '../entities/album.ts';
import { count, id, idParams, isoTimestamp, photoId, uuid } from '../primitives.ts';

const endpoint = endpointsOf('Culling');

export const MAX_CULLED_PHOTOS = 5_000;
export const MAX_RECENT_ACTIONS = 50;
export const ROTATIONS = [0, 90, 180, 270] as const;
export const CULL_ACTIONS = ['keep', 'reject', 'restore', 'best', 'move', 'rotate', 'cover'] as const;
export type CullAction = (typeof CULL_ACTIONS)[number];

/** Suggests which of several photos to keep; nothing is rejected by itself. */
const photoGroup = z
  .object({
    /** The id of the first photo of the group. */
    group: photoId,
    size: count,
    is_best: z.boolean(),
  })
  .nullable();

const fraction = z.number();
/** In fractions of the width and height of the upright photo. */
const faceBox = z.object({ x: fraction, y: fraction, width: fraction, height: fraction });

const culledPhoto = image.extend({
  file_name: z.string(),
  camera_serial: z.string().nullable(),
  photographer: z.string().nullable(),
  is_kept: z.boolean(),
  is_rejected: z.boolean(),
  /** The variance of the Laplacian. It compares photos of one burst, not of different scenes. */
  sharpness: z.number().nullable(),
  /** Largest face first. Null until the photo has been searched. */
  faces: z.array(faceBox).nullable(),
  /** Degrees clockwise, after the camera's own orientation. */
  rotation: z.literal(ROTATIONS),
  /** The pictures still show the photo as it was before it was turned. */
  is_turning: z.boolean(),
  /** Photos of one camera that follow each other within a second. */
  burst: photoGroup,
  /** Photos that look alike and were taken within ten seconds. */
  alike: photoGroup,
});
export type CulledPhoto = z.output<typeof culledPhoto>;

const photoAction = z.object({
  key: uuid,
  kind: z.enum(CULL_ACTIONS),
  photos: count,
  album: id.nullable(),
  to_album: id.nullable(),
  to_title: z.string().nullable(),
  actor: z.string().nullable(),
  created_at: isoTimestamp,
  undone_at: isoTimestamp.nullable(),
  undone_photos: count.nullable(),
  can_undo: z.boolean(),
  /** The caller did it. */
  is_mine: z.boolean(),
});
export type PhotoAction = z.output<typeof photoAction>;

const cullBody = z
  .strictObject({
    /** Chosen by the caller: a repeated call with the same key changes nothing and answers like the first. */
    key: uuid,
    action: z.enum(CULL_ACTIONS),
    images: z.array(photoId).min(1).max(MAX_CULLED_PHOTOS),
    /** The photo to keep of those that `best` decides on; the others are rejected. */
    keep: photoId.optional(),
    /** The album to move to. */
    to: id.optional(),
    /** Degrees clockwise to turn by. */
    turn: z.literal([90, 180, 270]).optional(),
    /** Staff know that customers own the album or some of the photos. */
    sold_ok: z.boolean().optional(),
  })
  .refine(({ action, to }) => (action === 'move') === (to !== undefined), {
    path: ['to'],
    message: 'Name the album to move to',
  })
  .refine(({ action, turn }) => (action === 'rotate') === (turn !== undefined), {
    path: ['turn'],
    message: 'Say how far to turn',
  })
  .refine(
    ({ action, images, keep }) =>
      action === 'best' ? keep !== undefined && images.includes(keep) : keep === undefined,
    { path: ['keep'], message: 'Name one of the photos to keep' },
  )
  .refine(({ action, images }) => action !== 'cover' || images.length === 1, {
    path: ['images'],
    message: 'Pick one photo for the cover',
  });

export const cullingEndpoints = {
  listCulledPhotos: endpoint('GET /albums/:id/culling', {
    access: 'admin_albums',
    verification: 'address',
    summary:
      'All photos of an album without the watermark, with the rejected ones, for staff. Goes into the history of the album',
    params: idParams,
    response: z.object({
      album: z.object({
        id,
        uuid,
        event: id,
        title: z.string(),
        performance_order: count,
        time_zone: z.string(),
        /** The albums of the event before and after this one that have photos. */
        previous: id.nullable(),
        next: id.nullable(),
      }),
      /** The photo that staff picked for the cover. */
      cover: photoId.nullable(),
      /** Opens the photos of the album without the watermark, rejected ones too, up to the original. */
      temp_jwt: z.string(),
      images: z.array(culledPhoto),
    }),
  }),
  cullPhotos: endpoint('POST /albums/:id/culling', {
    access: 'admin_albums',
    summary: 'Keep, reject, restore, move or turn photos of an album, or pick its cover. Can be undone',
    params: idParams,
    body: cullBody,
    response: photoAction,
  }),
  listPhotoActions: endpoint('GET /albums/:id/photo-actions', {
    access: 'admin_albums',
    summary: `What staff last did to photos of an album, newest first, at most ${MAX_RECENT_ACTIONS}`,
    params: idParams,
    response: z.array(photoAction),
  }),
  undoPhotoAction: endpoint('POST /photo-actions/:key/undo', {
    access: 'admin_albums',
    summary: 'Undo an action on photos, except for photos that were changed again since',
    params: z.strictObject({ key: uuid }),
    response: photoAction,
  }),
};
