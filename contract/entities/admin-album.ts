import { z } from 'zod';
import { id, isoDate, isoTimestamp } from '../primitives.ts';
import { album } from './album.ts';

export const adminAlbum = album.omit({ events: true, cover: true, cover_auth: true }).extend({
  event: id,
  published_at: isoTimestamp.nullable(),
});
export type AdminAlbum = z.output<typeof adminAlbum>;

export const listedAlbum = adminAlbum.extend({
  event_name: z.string(),
  event_date: isoDate,
  city: z.string(),
  state: z.string(),
  /** The public page of the album. */
  url: z.string(),
});
export type ListedAlbum = z.output<typeof listedAlbum>;
