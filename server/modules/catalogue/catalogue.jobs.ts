import { z } from 'zod';
import { type Context, inTransaction } from '#server/context.ts';
import { defineJob, onJob } from '#server/platform/queue/queue.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import { albumBatchRequested, executeNext } from './album-batches.ts';
import { archiveDueEvents } from './edit-event.ts';
import { deletePicture, deletePictureJob } from './event-pictures.ts';

/** Older batches are not needed: the audit log keeps what was done. */
const BATCH_RETENTION_MINUTES = 7 * 24 * 60;
const sweepBatches = defineJob({ name: 'catalogue.sweep-batches', payload: z.object({}), retries: 2 });

const archiveDue = defineJob({ name: 'catalogue.archive-due', payload: z.object({}), retries: 2 });

export function catalogueJobs(context: Context) {
  return [
    onJob(albumBatchRequested, async ({ key }) => {
      while (await inTransaction(context, (tx) => executeNext(tx, key)));
    }),
    onJob(deletePictureJob, ({ picture }) => deletePicture(context, picture)),
    onJob(archiveDue, () => inTransaction(context, archiveDueEvents), { cron: '* * * * *', atBoot: true }),
    onJob(sweepBatches, () => deleteOldBatches(context), { cron: '17 4 * * *' }),
  ];
}

async function deleteOldBatches({ db, clock }: Context): Promise<void> {
  const before = minutesFrom(clock.now(), -BATCH_RETENTION_MINUTES).toISOString();
  await db.deleteFrom('albumBatches').where('createdAt', '<', before).execute();
}
