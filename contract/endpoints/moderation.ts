import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, isoTimestamp, text } from '../primitives.ts';

const tag = 'Photo review';

const reportedPhoto = z.object({
  id,
  image: id,
  album: id,
  event: id,
  user: id,
  type: z.enum(['privacy', 'quality', 'wrong_album', 'other']),
  memo: z.string(),
  ack: z.boolean(),
  removed: z.boolean(),
  created_at: isoTimestamp,
});

export const moderationEndpoints = {
  reportPhoto: endpoint({
    method: 'POST',
    path: '/reported-photos',
    access: 'search_results',
    tag,
    summary: 'Report a photo; a privacy report hides it at once',
    body: z.strictObject({
      image: id,
      album: id,
      event: id,
      user: id,
      type: reportedPhoto.shape.type,
      memo: text(2_000),
    }),
    response: reportedPhoto,
  }),
  listReportedPhotos: endpoint({
    method: 'GET',
    path: '/reported-photos',
    access: 'admin_report_photo_review',
    tag,
    summary: 'Reported photos, newest first',
    query: z.strictObject({ ack_ne: z.enum(['true', 'false']).optional() }),
    response: z.array(reportedPhoto),
  }),
  acknowledgeReport: endpoint({
    method: 'POST',
    path: '/reported-photos/ack',
    access: 'admin_report_photo_review',
    tag,
    summary: 'Settle all reports of an image: removed for good, or back',
    body: z.strictObject({ image: id, removed: z.boolean() }),
    response: z.array(reportedPhoto),
  }),
};
