import { z } from 'zod';
import { cents, count, id, isoDate, isoTimestamp, photoId, text, uuid, wideId } from '../primitives.ts';

export const eventPricing = z.object({
  id,
  share_price: cents,
  image_price: cents.nullable(),
  /** Several photos for one price. */
  photo_steps: z.array(z.object({ photos: count, price: cents })),
  /** All photos of one athlete at the event. */
  athlete_price: cents.nullable(),
  /** Lower prices up to and including this day at the event. */
  early: z.object({ until: isoDate, percent_off: count }).nullable(),
  /** Higher prices from this day on. */
  late: z.object({ from: isoDate, percent_more: count }).nullable(),
});

export const event = z.object({
  id,
  name: z.string(),
  brand_name: z.string(),
  city: z.string(),
  state: z.string(),
  producer_name: z.string(),
  venue_name: z.string(),
  start_date: isoDate,
  last_date: isoDate,
  time_zone: z.string(),
  archived: z.boolean(),
  /** The last day on which photos can be bought, by the calendar of the event; null means without end. */
  archive_date: isoDate.nullable(),
  event_pricings: z.array(eventPricing),
  /** The name of a drawn picture or of one that staff uploaded (see rules/event-pictures). */
  picture: z.string(),
});
export type Event = z.output<typeof event>;

export const image = z.object({
  id: photoId,
  width: count,
  height: count,
  captured_at: isoTimestamp.nullable(),
  /** A base64 thumbhash to show until the picture has loaded. */
  placeholder: z.string().nullable(),
});
export type Image = z.output<typeof image>;

const percent = z.int().min(0).max(100);

/** `focus` is the middle of the faces, where a cropped cover should be centered; it is missing if there are none. */
const coverImage = image.extend({ focus: z.object({ x: percent, y: percent }).optional() });
export type CoverImage = z.output<typeof coverImage>;

const albumFields = {
  id,
  uuid,
  program_name: z.string(),
  team_name: z.string(),
  division_name: z.string(),
  performance_order: count,
  identifier: z.string(),
  planned_at: isoTimestamp.nullable(),
  created_at: isoTimestamp,
  images_count: count,
  /** Up to three pictures. `cover_auth` opens only their thumbs and the variants named in `COVER_VARIANTS`. */
  cover: z.array(coverImage),
  cover_auth: z.string().nullable(),
};

/** An album without its event. */
export const albumOnly = z.object(albumFields);
export type AlbumOnly = z.output<typeof albumOnly>;

export const album = z.object({ ...albumFields, events: z.array(event) });
export type Album = z.output<typeof album>;

export const ALBUM_SORT_KEYS = [
  'id',
  'program_name',
  'team_name',
  'division_name',
  'performance_order',
  'created_at',
] as const;

const userAlbumView = z.object({ id: wideId, created_at: isoTimestamp });

export const userFoundAlbum = z.object({
  id: wideId,
  album: albumOnly,
  event,
  user_album_views: z.array(userAlbumView),
  /** The total allowance, not what is left (see rules/view-allowance). */
  views_allowed: count,
  owned: z.boolean(),
  bought_images: count,
  found_at: isoTimestamp,
  /** When the photos came online; null for an owned album that was taken offline. */
  published_at: isoTimestamp.nullable(),
});
export type UserFoundAlbum = z.output<typeof userFoundAlbum>;

export const userAlbumState = z.object({
  found: z.array(userFoundAlbum),
  owned: z.array(userFoundAlbum),
  owned_images: z.array(z.object({ id, album: id, image: photoId })),
});
export type UserAlbumState = z.output<typeof userAlbumState>;

export const teamSubscription = z.object({
  id,
  program_name: text(120),
  team_name: text(120),
  division_name: text(120),
});
export type TeamSubscription = z.output<typeof teamSubscription>;
