import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { image } from '../entities/album.ts';
import { count, id, isoTimestamp, text, uuid } from '../primitives.ts';

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

/** Reports wait no longer than this for a decision. */
export const REVIEW_HOURS = 48;
/** For so long a decision can be taken back, and nobody is told of it. */
export const UNDO_SECONDS = 10;
/** So many photos are decided by one call. */
export const MAX_DECIDED_AT_ONCE = 100;

/** A report beside its photo and where that was taken, for whoever decides. */
const reportInReview = reportedPhoto.extend({
  decide_by: isoTimestamp,
  acknowledged_at: isoTimestamp.nullable(),
  /** Null while it waits, and where the account of whoever decided is gone. */
  acknowledged_by: z.object({ id, name: z.string() }).nullable(),
  reporter: z.object({ name: z.string(), email: z.string() }),
  album_name: z.string(),
  division_name: z.string(),
  event_name: z.string(),
  photo: image.extend({
    file_name: z.string(),
    /** Where it lies now, and what opens its preview there. */
    folder: uuid,
    auth: z.string(),
    is_hidden: z.boolean(),
    /** Null: nobody has looked for faces yet. */
    faces: count.nullable(),
  }),
});
export type ReportInReview = z.output<typeof reportInReview>;

const images = z.array(id).min(1).max(MAX_DECIDED_AT_ONCE);

/** Each photo on its own: one that is refused keeps no other from it. */
const decidedTogether = z.object({
  reports: z.array(reportInReview),
  refused: z.array(z.object({ image: id, reason: z.string() })),
});
export type DecidedTogether = z.output<typeof decidedTogether>;

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
    response: z.array(reportInReview),
  }),
  acknowledgeReport: endpoint({
    method: 'POST',
    path: '/reported-photos/ack',
    access: 'admin_report_photo_review',
    tag,
    summary: 'Settle all reports of an image: removed for good, or back',
    body: z.strictObject({ image: id, removed: z.boolean() }),
    response: z.array(reportInReview),
  }),
  reopenReport: endpoint({
    method: 'POST',
    path: '/reported-photos/reopen',
    access: 'admin_report_photo_review',
    tag,
    summary: 'Take a decision of the last seconds back: its reports wait again',
    body: z.strictObject({ image: id }),
    response: z.array(reportInReview),
  }),
  acknowledgeReports: endpoint({
    method: 'POST',
    path: '/reported-photos/ack-many',
    access: 'admin_report_photo_review',
    tag,
    summary:
      'Settle several images that wait for a decision; those that somebody decided meanwhile are refused',
    body: z.strictObject({ images, removed: z.boolean() }),
    response: decidedTogether,
  }),
  reopenReports: endpoint({
    method: 'POST',
    path: '/reported-photos/reopen-many',
    access: 'admin_report_photo_review',
    tag,
    summary: 'Take decisions of the last seconds back: their reports wait again',
    body: z.strictObject({ images }),
    response: decidedTogether,
  }),
};
