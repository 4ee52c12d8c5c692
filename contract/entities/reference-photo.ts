import { z } from 'zod';
import { id, isoTimestamp } from '../primitives.ts';

export const referencePhoto = z.object({
  id,
  user_athlete: id,
  deleted: z.boolean(),
  /** A short-lived address of the cropped face; null once deleted. */
  url: z.string().nullable(),
  created_at: isoTimestamp,
});
