import { z } from 'zod';
import type { Context } from '#server/context.ts';
import { makeCoversJob } from '#server/modules/catalogue/covers.ts';
import { prepareAlbumJob, preparePhotoJob } from '#server/modules/catalogue/prepare-soon.ts';
import { defineJob, onJob } from '#server/platform/queue/queue.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import { chooseCovers, chooseCoversJob, makeCovers } from './cover-images.ts';
import { fingerprintJob, fingerprintPreviews } from './fingerprints.ts';
import { prepareAlbum, preparePhoto } from './prepare-album.ts';
import { deletePreviewCounts } from './preview-meter.ts';
import { remakeMarks, remakeMarksJob } from './remake-marks.ts';
import { sweepLeakTracing } from './replaced-variants.ts';
import { turnPhotos, turnPhotosJob } from './turn-photos.ts';

const RETENTION_MINUTES = 90 * 24 * 60;
const sweepCounts = defineJob({ name: 'images.sweep-counts', payload: z.object({}) });
const sweepTraces = defineJob({
  name: 'images.sweep-leak-tracing',
  payload: z.object({}),
  concurrency: 1,
  expireSeconds: 900,
});

export function imageJobs(context: Context) {
  return [
    onJob(prepareAlbumJob, (wanted, { signal }) => prepareAlbum(context, wanted, signal)),
    onJob(preparePhotoJob, ({ imageId }) => preparePhoto(context, imageId)),
    onJob(makeCoversJob, (wanted, { signal }) => makeCovers(context, wanted, signal)),
    onJob(chooseCoversJob, (_, { signal }) => chooseCovers(context, signal), {
      cron: '* * * * *',
      atBoot: true,
    }),
    onJob(turnPhotosJob, (photos, { signal }) => turnPhotos(context, photos, signal)),
    onJob(remakeMarksJob, (remake, { signal }) => remakeMarks(context, remake, signal)),
    onJob(
      sweepCounts,
      () => deletePreviewCounts(context.db, minutesFrom(context.clock.now(), -RETENTION_MINUTES)),
      { cron: '23 4 * * *' },
    ),
    onJob(fingerprintJob, (_, { signal }) => fingerprintPreviews(context, signal), { cron: '* * * * *' }),
    onJob(sweepTraces, (_, { signal }) => sweepLeakTracing(context, signal), { cron: '41 4 * * *' }),
  ];
}
