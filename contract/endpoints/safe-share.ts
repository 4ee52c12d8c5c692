import { z } from 'zod';
import { endpointsOf } from '../endpoint.ts';
import { image } from '../entities/album.ts';
import { done, id, idParams, isoTimestamp, uuid, wideIdParams } from '../primitives.ts';
import { COVER_STYLES, MAX_COVERS, SHARE_RATIOS } from '../rules/safe-share.ts';

const endpoint = endpointsOf('Safe shares');

export const MAX_SPONSOR_FRAME_BYTES = 2 * 1024 * 1024;
/** The most faces that a parent can ask for, on one photo and in all. */
export const MAX_FORCED_COVERS = { ofPhoto: 5, ofPerson: 500 };
export const MAX_FORCED_COVERS_LISTED = 500;

const share = z.number().min(0).max(1);
const coverBox = z
  .strictObject({ x: share, y: share, width: share, height: share })
  .refine(({ x, y, width, height }) => x + width <= 1.001 && y + height <= 1.001, 'Stay inside the photo');
/** Staff may have turned the photo since its faces were read; then the places are wrong. */
const rotation = z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]);

const safePhoto = z.object({
  image,
  rotation,
  /** Opens the photo without the watermark. */
  folder: uuid,
  auth: z.string(),
  /** False if the photo was not searched for faces; the parent then covers by hand. */
  is_searched: z.boolean(),
  faces: z.array(
    z.object({
      box: coverBox,
      /** The caller's own athlete. */
      athlete: z.string().nullable(),
      /** Somebody else asked that this face is never shown, so it cannot be uncovered. */
      is_forced: z.boolean(),
    }),
  ),
  team: z.string(),
  event: z.string(),
  /** The event whose sponsor frame can be added, or null. */
  sponsor_event: id.nullable(),
});
export type SafePhoto = z.output<typeof safePhoto>;

const point = z.strictObject({ x: share, y: share });

const forcedCover = z.object({
  id,
  box: coverBox,
  state: z.enum(['open', 'kept', 'declined']),
  asked_at: isoTimestamp,
  /** Empty for accounts that are gone. */
  asked_by: z.object({ name: z.string(), email: z.string() }),
  album_name: z.string(),
  photo: image.extend({ folder: uuid, auth: z.string() }),
});
export type ForcedCover = z.output<typeof forcedCover>;

export const safeShareEndpoints = {
  getSafePhoto: endpoint('GET /photos/:id/faces', {
    access: 'purchases',
    verification: 'address',
    summary: 'Get where faces are on an owned photo, to cover them; only the owner gets this',
    params: wideIdParams,
    limits: [{ name: 'safe-photo', per: 'account', max: 300, minutes: 60 }],
    response: safePhoto,
  }),
  makeSafeCopy: endpoint('POST /photos/:id/safe-copy', {
    access: 'purchases',
    verification: 'address',
    summary: 'Make a copy of an owned photo (JPEG) with covers burned in; it counts as taking the photo',
    params: wideIdParams,
    body: z.strictObject({
      rotation,
      covers: z.array(coverBox).max(MAX_COVERS),
      /** The faces that stay visible; the picture is cut around them. */
      visible: z.array(coverBox).max(MAX_COVERS).default([]),
      style: z.enum(COVER_STYLES),
      ratio: z.enum(SHARE_RATIOS),
      team_frame: z.boolean().default(false),
      sponsor_frame: z.boolean().default(false),
    }),
    limits: [
      { name: 'safe-copy', per: 'account', max: 30, minutes: 10 },
      { name: 'safe-copy-day', per: 'account', max: 300, minutes: 24 * 60 },
    ],
    raw: true,
  }),
  neverShow: endpoint('POST /photos/:id/never-show', {
    access: 'search_results',
    verification: 'address',
    summary:
      'Ask that the face at this point is covered for everybody else; only on photos of an album that the caller follows, owns or was invited to by an owner',
    params: wideIdParams,
    body: point,
    limits: [{ name: 'never-show', per: 'account', max: 60, minutes: 24 * 60 }],
    response: done,
  }),
  isNeverShown: endpoint('GET /photos/:id/never-show', {
    access: 'search_results',
    summary: 'Get whether the caller has asked never to show a face on this photo',
    params: wideIdParams,
    response: z.object({ is_asked: z.boolean() }),
  }),
  showAgain: endpoint('POST /photos/:id/show-again', {
    access: 'search_results',
    summary: "Take back the caller's own requests about a photo, but for those that were declined",
    params: wideIdParams,
    response: done,
  }),
  listForcedCovers: endpoint('GET /forced-covers', {
    access: 'admin_report_photo_review',
    verification: 'address',
    summary: 'List requests of parents never to show their child on a photo, open ones first',
    response: z.array(forcedCover),
  }),
  decideForcedCover: endpoint('POST /forced-covers/decide', {
    access: 'admin_report_photo_review',
    verification: 'address',
    summary: 'Keep a face covered, or decline the request',
    body: z.strictObject({ id, keep: z.boolean() }),
    response: forcedCover,
  }),
  setSponsorFrame: endpoint('POST /events/:id/sponsor-frame', {
    access: 'admin_albums',
    summary:
      'Set the picture (the body: PNG or JPEG) that parents may put across the bottom of shared photos',
    params: idParams,
    picture: { maxBytes: MAX_SPONSOR_FRAME_BYTES },
    limits: [{ name: 'event-picture', per: 'account', max: 60, minutes: 60 }],
    response: done,
  }),
  removeSponsorFrame: endpoint('DELETE /events/:id/sponsor-frame', {
    access: 'admin_albums',
    summary: 'Remove the sponsor frame of an event',
    params: idParams,
    response: done,
  }),
  getSponsorFrame: endpoint('GET /events/:id/sponsor-frame', {
    access: 'public',
    summary: 'Get the sponsor frame of an event (PNG)',
    params: idParams,
    limits: [{ name: 'event-picture', per: 'address', max: 30_000, minutes: 10 }],
    raw: true,
  }),
};
export type SafeCopy = z.input<(typeof safeShareEndpoints)['makeSafeCopy']['body']>;
