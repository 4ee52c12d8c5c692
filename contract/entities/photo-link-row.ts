import { z } from 'zod';
import { count, id, isoTimestamp } from '../primitives.ts';

export const PHOTO_LINK_STANDINGS = { works: 'Works', ended: 'Ended', expired: 'Expired' } as const;

/** A link to shared photos as staff see it, without its secret. */
export const photoLinkRow = z.object({
  id,
  user: id,
  user_name: z.string(),
  label: z.string(),
  album: id,
  /** The team, such as "Northshore Elite Royals". */
  title: z.string(),
  event: id,
  event_name: z.string(),
  photos: count,
  downloads: z.boolean(),
  created_at: isoTimestamp,
  ends_at: isoTimestamp,
  last_opened_at: isoTimestamp.nullable(),
  standing: z.enum(['works', 'ended', 'expired']),
});
export type PhotoLinkRow = z.output<typeof photoLinkRow>;
