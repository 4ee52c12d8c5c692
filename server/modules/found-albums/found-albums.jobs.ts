import { z } from 'zod';
import { type Context, inTransaction } from '#server/context.ts';
import { albumPublished } from '#server/modules/catalogue/publish-album.ts';
import { defineJob, onJob } from '#server/platform/queue/queue.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import { deletePreviews } from './preview-quota.queries.ts';
import { deletePlaces } from './team-subscriptions.queries.ts';
import { notifyFollowers, placesKeptSince } from './team-subscriptions.ts';

const KEPT_MINUTES = 90 * 24 * 60;
const sweepPreviews = defineJob({ name: 'found-albums.sweep-previews', payload: z.object({}) });

export function foundAlbumJobs(context: Context) {
  return [
    onJob(albumPublished, (news) => inTransaction(context, (tx) => notifyFollowers(tx, news))),
    onJob(sweepPreviews, () => sweep(context), { cron: '37 4 * * *' }),
  ];
}

async function sweep({ db, clock }: Context): Promise<void> {
  await deletePreviews(db, minutesFrom(clock.now(), -KEPT_MINUTES));
  await deletePlaces(db, placesKeptSince(clock));
}
