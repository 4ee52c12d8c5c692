import { z } from 'zod';
import type { Context } from '#server/context.ts';
import { scheduleChanged } from '#server/modules/catalogue/publish-album.ts';
import { settleNow } from '#server/modules/images/derivatives-placement.ts';
import { settleDerivatives } from '#server/modules/images/image-records.ts';
import { defineJob, onJob } from '#server/platform/queue/queue.ts';
import { askToCheckClocks, checkClock, checkClockJob } from './clock-hints.ts';
import { forgetOldActions } from './culling-lists.ts';
import { processImage } from './process-image.ts';
import { processImageJob } from './receive-file.ts';
import { refileImages, refileImagesJob } from './refile-images.ts';

const forgetActionsJob = defineJob({
  name: 'culling.forget-actions',
  payload: z.object({}),
  concurrency: 1,
});

export function ingestJobs(context: Context) {
  return [
    onJob(processImageJob, ({ imageId }) => processImage(context, imageId)),
    onJob(refileImagesJob, (scope) => refileImages(context, scope)),
    onJob(checkClockJob, (camera) => checkClock(context, camera)),
    onJob(scheduleChanged, async ({ eventId }) => {
      await refileImages(context, { eventId });
      await askToCheckClocks(context, eventId);
    }),
    onJob(settleDerivatives, (move) => settleNow(context, move)),
  ];
}

/** Not for the command that ingests a folder, which works on the other jobs. */
export function cullingJobs(context: Context) {
  return [onJob(forgetActionsJob, () => forgetOldActions(context), { cron: '37 4 * * *' })];
}
