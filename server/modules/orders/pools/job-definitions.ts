import { z } from 'zod';
import { defineJob } from '#server/platform/queue.ts';

const ofOrder = z.object({ orderId: z.int() });

/** Takes the money of a pool that is full. */
export const chargePoolJob = defineJob({ name: 'orders.charge-pool', payload: ofOrder });
/** Ends the holds of whoever left, or of a pool that has ended, and pays back what was taken. */
export const releaseHoldsJob = defineJob({ name: 'orders.release-holds', payload: ofOrder });
/** At the pool's deadline. */
export const closePoolJob = defineJob({ name: 'orders.close-pool', payload: ofOrder });

export const POOL_NEWS = ['joined', 'fell_out', 'covering', 'filled', 'released'] as const;
export type PoolNews = (typeof POOL_NEWS)[number];

/** `occasion` makes the same news of another day another message. */
export const tellPoolJob = defineJob({
  name: 'orders.tell-pool',
  payload: z.object({
    news: z.enum(POOL_NEWS),
    orderId: z.int(),
    userId: z.int(),
    occasion: z.string().max(60),
    /** First name of whoever joined. */
    who: z.string().max(200).optional(),
    wasPaidBack: z.boolean().optional(),
  }),
});
