import { z } from 'zod';

/** What can change under a reader's eyes; the event only says so, the page asks for the thing itself. */
export const LIVE_KINDS = ['albums', 'order', 'downloads', 'athletes', 'chat', 'inbox', 'queues'] as const;
export type LiveKind = (typeof LIVE_KINDS)[number];

/** `subject`: the order's key, the athlete's or the conversation's number; null for all of the kind. */
export const liveEvent = z.object({
  id: z.int(),
  kind: z.enum(LIVE_KINDS),
  subject: z.string().max(64).nullable(),
});
export type LiveEvent = z.output<typeof liveEvent>;
