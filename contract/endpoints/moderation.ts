import { z } from 'zod';
import { endpointsOf } from '../endpoint.ts';
import { image } from '../entities/album.ts';
import { bulkAnswer } from '../lists/list.ts';
import { count, id, idInPath, isoTimestamp, listParameters, photoId, text, uuid } from '../primitives.ts';

export const MAX_REPORTS_LISTED = 2_000;

const endpoint = endpointsOf('Photo review');

const reportedPhoto = z.object({
  id,
  image: photoId,
  album: id,
  event: id,
  user: id,
  type: z.enum(['privacy', 'quality', 'wrong_album', 'other']),
  memo: z.string(),
  ack: z.boolean(),
  removed: z.boolean(),
  /** A privacy report that staff review before the photo is hidden. */
  staff_first: z.boolean(),
  created_at: isoTimestamp,
});

/** Staff must decide about a report within this time. */
export const REVIEW_HOURS = 48;
/** The photo of such a report is still visible, so it has less time. */
export const URGENT_REVIEW_HOURS = 4;
/**
 * The most photos that privacy reports of one person, or of one network such as a venue's, hide at once. Staff review
 * further ones first.
 */
export const HIDDEN_AT_ONCE = {
  person: { perDay: 5, per30Days: 20 },
  network: { perDay: 20, per30Days: 60 },
};
/** A decision can be undone for this long; reporters are notified afterwards. */
export const UNDO_SECONDS = 10;
export const MAX_DECIDED_AT_ONCE = 100;

/** Staff who may not see customers read neither `user` nor who `reporter` is. */
const reportInReview = reportedPhoto.extend({
  user: id.nullable(),
  decide_by: isoTimestamp,
  acknowledged_at: isoTimestamp.nullable(),
  /** Null while the report is open, or when the account that decided no longer exists. */
  acknowledged_by: z.object({ id, name: z.string() }).nullable(),
  reporter: z.object({ name: z.string(), email: z.string() }),
  album_name: z.string(),
  division_name: z.string(),
  event_name: z.string(),
  photo: image.extend({
    file_name: z.string(),
    /** The folder of the preview, and the token that opens it. */
    folder: uuid,
    auth: z.string(),
    is_hidden: z.boolean(),
    /** Null until face detection has run on the photo. */
    faces: count.nullable(),
  }),
});
export type ReportInReview = z.output<typeof reportInReview>;

const images = z.array(photoId).min(1).max(MAX_DECIDED_AT_ONCE);

const decidedTogether = bulkAnswer(photoId).extend({ reports: z.array(reportInReview) });
export type DecidedTogether = z.output<typeof decidedTogether>;

export const moderationEndpoints = {
  reportPhoto: endpoint('POST /reported-photos', {
    access: 'search_results',
    summary:
      'Report a photo; a privacy report of someone who follows the team, owns the album or was invited by an owner hides it at once',
    body: z.strictObject({
      image: photoId,
      album: id,
      event: id,
      user: id,
      type: reportedPhoto.shape.type,
      memo: text(2_000),
    }),
    limits: [{ name: 'report', per: 'account', max: 20, minutes: 60 }],
    response: reportedPhoto,
  }),
  listMyReports: endpoint('GET /reported-photos/mine', {
    access: 'search_results',
    summary: 'List the photos of one album that the customer has reported',
    query: z.strictObject({ album: idInPath }),
    response: z.array(z.object({ image: photoId })),
  }),
  listReportedPhotos: endpoint('GET /reported-photos', {
    access: 'admin_report_photo_review',
    verification: 'address',
    summary: 'List reported photos, newest first',
    query: z.strictObject({
      ack_ne: z.enum(['true', 'false']).optional(),
      ...listParameters(['id', 'created_at'], MAX_REPORTS_LISTED),
    }),
    response: z.array(reportInReview),
  }),
  acknowledgeReport: endpoint('POST /reported-photos/ack', {
    access: 'admin_report_photo_review',
    verification: 'address',
    summary: 'Decide all reports of a photo: remove it for good or keep it',
    body: z.strictObject({ image: photoId, removed: z.boolean() }),
    response: z.array(reportInReview),
  }),
  acknowledgeReports: endpoint('POST /reported-photos/ack-many', {
    access: 'admin_report_photo_review',
    verification: 'address',
    summary: 'Decide several photos; those that someone else has decided meanwhile are refused',
    body: z.strictObject({ images, removed: z.boolean() }),
    response: decidedTogether,
  }),
  reopenReports: endpoint('POST /reported-photos/reopen-many', {
    access: 'admin_report_photo_review',
    verification: 'address',
    summary: 'Undo decisions made seconds ago and reopen their reports',
    body: z.strictObject({ images }),
    response: decidedTogether,
  }),
};
