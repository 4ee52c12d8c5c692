import { z } from 'zod';
import { defineJob } from '#server/platform/queue.ts';

const ofOrder = z.object({ orderId: z.int() });

export const chargePoolJob = defineJob({ name: 'orders.charge-pool', payload: ofOrder });
/** Releases the holds of members who left and of pools that ended, and refunds what was charged. */
export const releaseHoldsJob = defineJob({ name: 'orders.release-holds', payload: ofOrder });
export const closePoolJob = defineJob({ name: 'orders.close-pool', payload: ofOrder });

export const POOL_NEWS = ['joined', 'fell_out', 'covering', 'filled', 'released', 'withdrawn'] as const;
export type PoolNews = (typeof POOL_NEWS)[number];

/** The same news with another `occasion` is sent as a new message. */
export const tellPoolJob = defineJob({
  name: 'orders.tell-pool',
  payload: z.object({
    news: z.enum(POOL_NEWS),
    orderId: z.int(),
    userId: z.int(),
    occasion: z.string().max(60),
    who: z.string().max(200).optional(),
    wasPaidBack: z.boolean().optional(),
    /** What is no longer for sale. */
    withdrawn: z.string().max(300).optional(),
    isOver: z.boolean().optional(),
  }),
});
