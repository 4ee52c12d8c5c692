import { z } from 'zod';
import { count, id, isoTimestamp } from '../primitives.ts';

/** An account by how broadly it opened albums in the last 30 days. */
export const harvestRow = z.object({
  id,
  name: z.string(),
  email: z.string(),
  programs_opened: count,
  /** Programs that were opened and of which nothing is owned. */
  programs_unbought: count,
  albums_opened: count,
  albums_bought: count,
  pictures: count,
  /** Accounts on the same device, or on the same network address with the same browser; at most five are named. */
  shares_with: z.array(z.object({ id, name: z.string(), by: z.enum(['device', 'address']) })),
  shares_total: count,
  first_seen_at: isoTimestamp,
  /** Null when no session is left. */
  last_seen_at: isoTimestamp.nullable(),
  suspended_at: isoTimestamp.nullable(),
});
export type HarvestRow = z.output<typeof harvestRow>;
