import { z } from 'zod';
import { LIVE_KINDS } from '../rules/live-kinds.ts';

/** `subject`: the order's key, the athlete's or the conversation's number; null for all of the kind. */
export const liveEvent = z.object({
  id: z.int(),
  kind: z.enum(LIVE_KINDS),
  subject: z.string().max(64).nullable(),
});
export type LiveEvent = z.output<typeof liveEvent>;
