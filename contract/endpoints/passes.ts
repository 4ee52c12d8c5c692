import { z } from 'zod';
import { eventLinkEndpoints, guessLimit, linkToken } from '#contract/entities/links.ts';
import { endpointsOf } from '../endpoint.ts';
import { image } from '../entities/album.ts';
import { count, isoDate, isoTimestamp, photoId, uuid } from '../primitives.ts';
import { batch, doubt, MAX_FILES_PER_BATCH } from './ingest.ts';

const tag = 'Photographer passes';
const endpoint = endpointsOf(tag);

/** The secret of a pass travels in this header of an upload, so that it appears in no URL and no log. */
export const PASS_HEADER = 'x-encore-pass';
export const MAX_PASS_FILES = 20_000;
export const MAX_PASS_BYTES = 500 * 1024 ** 3;
/** Uploads that one pass may begin in ten minutes. */
export const PASS_FILES_PER_10_MINUTES = 6_000;
export const PASS_FRAMES_PER_PAGE = 60;
export const PASS_ENDED = 'This pass no longer works. Ask the photo team for a new one.';

export const FRAME_STATES = [
  'received',
  'published',
  'filed',
  'unsorted',
  'rejected',
  'hidden',
  'clock',
  'failed',
] as const;
export type PassPhotoState = (typeof FRAME_STATES)[number];

const frame = image.extend({
  file_name: z.string(),
  state: z.enum(FRAME_STATES),
  /** Only for unsorted frames. */
  doubt: doubt.nullable(),
  /** Only for failed frames. */
  reason: z.string().nullable(),
  /** The program and team of its album. */
  album: z.string().nullable(),
});
export type PassPhoto = z.output<typeof frame>;

const frameCounts = z.object(
  Object.fromEntries(FRAME_STATES.map((state) => [state, count])) as Record<PassPhotoState, typeof count>,
);

const pass = z.object({
  photographer: z.string(),
  event: z.object({
    name: z.string(),
    venue_name: z.string(),
    city: z.string(),
    state: z.string(),
    start_date: isoDate,
    time_zone: z.string(),
  }),
  /** The last day the pass works, in the event's time zone. */
  ends_on: isoDate,
  files_left: count,
  counts: frameCounts,
  /** The values to type into a camera. Null if the site has no FTP port. */
  camera: z
    .object({
      host: z.string(),
      port: z.int(),
      user: z.string(),
      password: z.string(),
      /** When the newest photo arrived, by whatever way. */
      last_photo_at: isoTimestamp.nullable(),
      received_today: count,
    })
    .nullable(),
});
export type Pass = z.output<typeof pass>;

const statement = z.object({
  frames: count,
  published: count,
  /** Frames sold alone or with their album, each counted once. */
  sold: count,
  /** Cents, without tax. An album's revenue is split by the number of published frames. */
  revenue: z.int(),
  /** A positive amount; includes disputes. */
  refunds: z.int(),
  commission_rate_basis_points: count,
  commission: z.int(),
});
export type PassStatement = z.output<typeof statement>;

const byPass = { token: linkToken };
const links = eventLinkEndpoints('pass', { path: 'passes', tag, noun: 'for a photographer' });

export const passEndpoints = {
  listPasses: links.list,
  makePass: links.make,
  endPass: links.end,
  openPass: endpoint('POST /pass', {
    access: 'public',
    summary: "Get a photographer's pass: the event and the state of their photos. The secret is in the body",
    body: z.strictObject(byPass),
    limits: guessLimit('pass'),
    response: pass,
  }),
  renewCameraPassword: endpoint('POST /pass/camera-password', {
    access: 'public',
    summary: 'Create a new password for the camera; the old one stops working at once',
    body: z.strictObject(byPass),
    limits: [...guessLimit('pass'), { name: 'camera-password', per: 'address', max: 30, minutes: 60 }],
    response: pass,
  }),
  openPassBatch: endpoint('POST /pass/batches', {
    access: 'public',
    summary:
      'Announce an upload by pass. Its photos are filed by capture time and credited to the photographer',
    body: z.strictObject({ ...byPass, total_files: z.int().min(1).max(MAX_FILES_PER_BATCH) }),
    limits: guessLimit('pass'),
    response: batch,
  }),
  getPassBatch: endpoint('POST /pass/batches/progress', {
    access: 'public',
    summary: 'Get the progress of an upload by this pass, with the result of up to 2,000 files',
    body: z.strictObject({ ...byPass, batch: uuid }),
    limits: guessLimit('pass'),
    response: batch,
  }),
  listPassPhotos: endpoint('POST /pass/frames', {
    access: 'public',
    summary: `The photographer's own frames, newest first, ${PASS_FRAMES_PER_PAGE} at a time`,
    body: z.strictObject({ ...byPass, before: photoId.optional(), state: z.enum(FRAME_STATES).optional() }),
    limits: guessLimit('pass'),
    response: z.object({
      frames: z.array(frame),
      /** Send it as `before` to read on; null at the end. */
      next: photoId.nullable(),
      /** Opens the thumbs for a while. */
      auth: z.string(),
    }),
  }),
  passStatement: endpoint('POST /pass/statement', {
    access: 'public',
    summary: "Get the photographer's statement for this event, from the books",
    body: z.strictObject(byPass),
    limits: guessLimit('pass'),
    response: statement,
  }),
  passImage: endpoint('GET /pass/pictures/:name', {
    access: 'public',
    summary: 'Get a watermarked thumb of an own photo, by the token of the photos',
    params: z.strictObject({ name: z.string().max(40) }),
    query: z.strictObject({ auth: z.string().max(200) }),
    limits: [{ name: 'pass-picture', per: 'address', max: 12_000, minutes: 10 }],
    raw: true,
  }),
};
