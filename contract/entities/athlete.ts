import { z } from 'zod';
import { id, isoTimestamp } from '#contract/primitives.ts';
import { album, image } from './album.ts';

/** A part of a picture, in fractions of its width and height. */
export const box = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

const match = z.object({
  image: image,
  score: z.number(),
  certainty: z.enum(['sure', 'maybe']),
  decision: z.enum(['confirmed', 'rejected']).nullable(),
  /** In fractions of the picture's width and height. */
  box,
  is_close_up: z.boolean(),
  owned: z.boolean(),
});
export type AthleteMatch = z.output<typeof match>;

/** `auth` opens the thumbs of exactly these images, `owned_auth` those of the owned ones without the watermark. */
export const albumMatches = z.object({
  album,
  album_owned: z.boolean(),
  auth: z.string(),
  owned_auth: z.string().nullable(),
  matches: z.array(match),
});
export type AlbumMatches = z.output<typeof albumMatches>;

export const referencePhoto = z.object({
  id,
  user_athlete: id,
  deleted: z.boolean(),
  /** A short-lived address of the cropped face; null once deleted. */
  url: z.string().nullable(),
  created_at: isoTimestamp,
});
