import { z } from 'zod';
import { count, id, isoDate, isoTimestamp } from '../primitives.ts';
import { album } from './album.ts';
import { balance } from './report-row.ts';

export const adminAlbum = album.omit({ events: true, cover: true, cover_auth: true }).extend({
  event: id,
  published_at: isoTimestamp.nullable(),
});
export type AdminAlbum = z.output<typeof adminAlbum>;

/** An album with the facts of its event. */
const placedAlbum = adminAlbum.extend({
  event_name: z.string(),
  event_date: isoDate,
  city: z.string(),
  state: z.string(),
  /** The public page of the album. */
  url: z.string(),
});
export type PlacedAlbum = z.output<typeof placedAlbum>;

export const ZIP_STATES = ['no_photos', 'not_prepared', 'working', 'ready', 'failed'] as const;

export const listedAlbum = placedAlbum.extend({
  cover: album.shape.cover,
  cover_auth: album.shape.cover_auth,
  /** Albums and single photos that customers bought and still own. */
  sold: count,
  /** What customers paid after refunds and disputes, before card fees. */
  revenue: balance,
  zip: z.enum(ZIP_STATES),
});
export type ListedAlbum = z.output<typeof listedAlbum>;
