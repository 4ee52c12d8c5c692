import { z } from 'zod';
import { defineJob } from '#server/platform/queue.ts';

export const sweepBalanceJob = defineJob({
  name: 'orders.sweep-balance',
  payload: z.object({}),
  concurrency: 1,
  retries: 2,
  expireSeconds: 3600,
});

export const followPayoutJob = defineJob({
  name: 'orders.follow-payout',
  payload: z.object({ payoutId: z.string().max(255) }),
});
