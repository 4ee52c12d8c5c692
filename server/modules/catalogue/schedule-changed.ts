import { z } from 'zod';
import { defineJob } from '#server/platform/queue.ts';

/** Tells later modules that planned times changed, so photos may belong to other albums. */
export const scheduleChanged = defineJob({
  name: 'catalogue.schedule-changed',
  payload: z.object({ eventId: z.int() }),
});
