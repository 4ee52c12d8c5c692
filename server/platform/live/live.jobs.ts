import { z } from 'zod';
import type { Database } from '#server/platform/database/database.ts';
import { defineJob, onJob } from '#server/platform/queue/queue.ts';
import { type Clock, minutesFrom } from '#server/platform/time/clock.ts';
import { sweepLiveEvents } from './live.queries.ts';

const KEPT_MINUTES = 24 * 60;
const sweep = defineJob({ name: 'live.sweep', payload: z.object({}), concurrency: 1, retries: 2 });

export function liveJobs({ db, clock }: { db: Database; clock: Clock }) {
  return [
    onJob(sweep, () => sweepLiveEvents(db, minutesFrom(clock.now(), -KEPT_MINUTES)), { cron: '41 * * * *' }),
  ];
}
