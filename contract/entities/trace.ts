import { z } from 'zod';
import { count, id, isoTimestamp } from '../primitives.ts';
import { image } from './album.ts';

/** `unsure`: a photo is ours, but its marks do not say enough. `unknown`: no photo of ours looks like any picture. */
export const TRACE_STATES = {
  waiting: 'Waiting for pictures',
  running: 'Searching',
  named: 'Account found',
  unsure: 'Not enough to say',
  unknown: 'Photo not found',
  failed: 'Failed',
} as const;
export type TraceState = keyof typeof TRACE_STATES;

const traceFinding = z.object({
  /** It is null if the copy was shown by a link, for example on a wall. */
  account: z.object({ id, name: z.string(), email: z.string() }).nullable(),
  /** Names a link, e.g. "Wall link 12". */
  label: z.string(),
  first_at: isoTimestamp,
  last_at: isoTimestamp,
  /** The highest chance that anybody is named here whose copies are not in the leak. */
  chance: z.number(),
});
export type TraceFinding = z.output<typeof traceFinding>;

const tracedPhoto = z.object({
  image,
  folder_uuid: z.string(),
  auth: z.string(),
  album: id.nullable(),
  title: z.string(),
  event_name: z.string(),
});

export const trace = z.object({
  id,
  state: z.enum(Object.keys(TRACE_STATES) as [TraceState, ...TraceState[]]),
  /** What is being done now. */
  step: z.string(),
  progress: z.int().min(0).max(100),
  failure: z.string().nullable(),
  reason: z.string(),
  scope: z.string(),
  started_by: z.string(),
  started_at: isoTimestamp,
  ended_at: isoTimestamp.nullable(),
  /** How many pictures of the leak were sent, and how many of them look like a photo of ours. */
  pictures: count,
  pictures_read: count.nullable(),
  /** How many viewers' marks were compared. */
  viewers_asked: count.nullable(),
  is_mirrored: z.boolean(),
  photo: tracedPhoto.nullable(),
  findings: z.array(traceFinding),
});
export type Trace = z.output<typeof trace>;
