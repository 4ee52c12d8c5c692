import { z } from 'zod';
import { count, id, isoTimestamp, photoId, wideId } from '../primitives.ts';
import { albumOnly, event } from './album.ts';

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
});
export type UserFoundAlbum = z.output<typeof userFoundAlbum>;

export const userAlbumState = z.object({
  found: z.array(userFoundAlbum),
  owned: z.array(userFoundAlbum),
  owned_images: z.array(z.object({ id, album: id, image: photoId })),
});
export type UserAlbumState = z.output<typeof userAlbumState>;
