import { z } from 'zod';
import type { Context } from '#server/context.ts';
import { albumUnpublished } from '#server/modules/catalogue/publish-album.ts';
import { defineJob, onJob } from '#server/platform/queue/queue.ts';
import { chargePool } from './charge-pool.ts';
import { closeDuePool, closeDuePools, withdrawAlbum } from './end-pool.ts';
import { chargePoolJob, closePoolJob, notifyPoolJob, notifyPoolMember } from './pool-messages.ts';

const closePoolsJob = defineJob({
  name: 'orders.close-pools',
  payload: z.object({}),
  concurrency: 1,
  retries: 2,
});

export function groupOrderJobs(context: Context) {
  return [
    onJob(chargePoolJob, ({ orderId }) => chargePool(context, orderId)),
    onJob(closePoolJob, ({ orderId }) => closeDuePool(context, orderId)),
    onJob(notifyPoolJob, (message) => notifyPoolMember(context, message)),
    onJob(albumUnpublished, ({ albumId }) => withdrawAlbum(context, albumId)),
    onJob(closePoolsJob, () => closeDuePools(context), { cron: '* * * * *' }),
  ];
}
