import { z } from 'zod';
import type { Context } from '#server/context.ts';
import { minutesFrom } from '#server/platform/clock.ts';
import { sweepLiveEvents } from '#server/platform/live/live.queries.ts';
import { defineJob, onJob } from '#server/platform/queue.ts';

const KEPT_MINUTES = 24 * 60;
const sweep = defineJob({ name: 'live.sweep', payload: z.object({}), concurrency: 1, retries: 2 });

export function liveJobs({ db, clock }: Context) {
  return [
    onJob(sweep, () => sweepLiveEvents(db, minutesFrom(clock.now(), -KEPT_MINUTES)), { cron: '41 * * * *' }),
  ];
}
