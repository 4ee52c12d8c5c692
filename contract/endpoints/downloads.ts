import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { count, done, id, idParams, isoTimestamp } from '../primitives.ts';

const tag = 'Downloads';

export const MAX_DOWNLOADS = 15;

const allowance = { downloads_used: count, downloads_max: count };

export const downloadEndpoints = {
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
