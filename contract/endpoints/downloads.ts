import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { album, image } from '../entities/album.ts';
import { count, done, id, idParams, isoTimestamp } from '../primitives.ts';

const tag = 'Downloads';

/** Of one purchase, until the business decides otherwise. */
export const MAX_DOWNLOADS = 15;

const allowance = { downloads_used: count, downloads_max: count };

/** An owned album as something to download; its id names this customer's ownership of it. */
export const albumDownload = z.object({
  id,
  album,
  photos: count,
  size_bytes: count,
  ...allowance,
  /** While the bank disputes the payment, nothing can be downloaded. */
  is_suspended: z.boolean(),
  bought_at: isoTimestamp,
  order_key: z.string(),
  order_line: id,
});
export type AlbumDownload = z.output<typeof albumDownload>;

/** Single images a customer owns, by album; `auth` opens their pictures and originals. */
const ownedPhotos = z.object({
  album,
  auth: z.string(),
  images: z.array(image.extend({ order_key: z.string(), file_name: z.string() })),
});
export type OwnedPhotos = z.output<typeof ownedPhotos>;

export const downloadEndpoints = {
  myDownloads: endpoint({
    method: 'GET',
    path: '/user-album-downloads/me',
    access: 'purchases',
    tag,
    summary: 'What the customer may download: owned albums and single photos',
    response: z.object({ albums: z.array(albumDownload), photos: z.array(ownedPhotos) }),
  }),
  downloadAlbum: endpoint({
    method: 'GET',
    path: '/user-album-downloads/download/:id',
    access: 'purchases',
    tag,
    summary: 'A short-lived address of an owned album as a zip, or 202 while it is being prepared',
    params: idParams,
    response: z.object({ url: z.string(), size_bytes: count, expires_at: isoTimestamp, ...allowance }),
    otherResponses: { 202: z.object({ progress: z.number().min(0).max(1), ...allowance }) },
  }),
  albumZip: endpoint({
    method: 'GET',
    path: '/album-zips/:token',
    access: 'public',
    tag,
    summary:
      'The zip behind such an address: exact length, ranges, resumable; the token decides what it opens',
    params: z.strictObject({ token: z.string().min(20).max(500) }),
    response: z.unknown(),
    raw: true,
  }),
  resetDownloads: endpoint({
    method: 'POST',
    path: '/user-album-downloads/reset/:id',
    access: 'customers',
    tag,
    summary: 'Give a customer their downloads back',
    params: idParams,
    response: z.object(allowance),
  }),
  reprocessAlbumZip: endpoint({
    method: 'POST',
    path: '/album-payments/reprocessAlbumZip',
    access: 'admin_albums',
    tag,
    summary: 'Prepare an album zip again',
    body: z.strictObject({ albumId: id }),
    response: done,
  }),
};
