import { z } from 'zod';
import { endpointsOf } from '../endpoint.ts';
import { album, image } from '../entities/album.ts';
import { count, done, id, idParams, isoTimestamp } from '../primitives.ts';

const endpoint = endpointsOf('Downloads');

/** The default limit per purchase. */
export const MAX_DOWNLOADS = 15;

const allowance = { downloads_used: count, downloads_max: count };

/** `id` is the id of the customer's entitlement. */
export const albumDownload = z.object({
  id,
  album,
  photos: count,
  size_bytes: count,
  ...allowance,
  /** Downloads are suspended while the payment is disputed. */
  is_suspended: z.boolean(),
  /** Some of its originals have left, in the zip or one by one, so the customer can no longer swap it. */
  is_taken: z.boolean(),
  /** The customer has swapped it once, which is all they may. */
  is_swapped: z.boolean(),
  bought_at: isoTimestamp,
  /** Null for a gift: its receipt belongs to the buyer. */
  order_key: z.string().nullable(),
  order_line: id,
});
export type AlbumDownload = z.output<typeof albumDownload>;

/** Single owned images of one album. `auth` opens their previews and originals. */
const ownedPhotos = z.object({
  album,
  auth: z.string(),
  images: z.array(image.extend({ order_key: z.string().nullable(), file_name: z.string() })),
});
export type OwnedPhotos = z.output<typeof ownedPhotos>;

export const downloadEndpoints = {
  myDownloads: endpoint('GET /user-album-downloads/me', {
    access: 'purchases',
    summary: 'List owned albums and single photos that the customer may download',
    response: z.object({ albums: z.array(albumDownload), photos: z.array(ownedPhotos) }),
  }),
  downloadAlbum: endpoint('GET /user-album-downloads/download/:id', {
    access: 'purchases',
    verification: 'address',
    summary: 'Get a short-lived link to the zip of an owned album, or 202 while it is being prepared',
    params: idParams,
    response: z.object({ url: z.string(), size_bytes: count, expires_at: isoTimestamp, ...allowance }),
    otherResponses: { 202: z.object({ progress: z.number().min(0).max(1), ...allowance }) },
  }),
  albumZip: endpoint('GET /album-zips/:token', {
    access: 'public',
    summary: 'Download the zip behind a link, with its exact length and byte ranges for resuming',
    params: z.strictObject({ token: z.string().min(20).max(500) }),
    raw: true,
  }),
  resetDownloads: endpoint('POST /user-album-downloads/reset/:id', {
    access: 'customers',
    summary: 'Give a customer their downloads back',
    params: idParams,
    response: z.object(allowance),
  }),
  reprocessAlbumZip: endpoint('POST /album-payments/reprocessAlbumZip', {
    access: 'admin_albums',
    summary: 'Prepare an album zip again',
    body: z.strictObject({ albumId: id }),
    response: done,
  }),
};
