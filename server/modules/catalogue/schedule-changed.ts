import { z } from 'zod';
import { defineJob } from '#server/platform/queue.ts';

/** Tells later modules that an event's running order has moved, so frames may belong elsewhere. */
export const scheduleChanged = defineJob({
  name: 'catalogue.schedule-changed',
  payload: z.object({ eventId: z.int() }),
});
