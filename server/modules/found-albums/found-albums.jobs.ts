import { z } from 'zod';
import { type Context, inTransaction } from '#server/context.ts';
import { albumPublished } from '#server/modules/catalogue/publish-album.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { defineJob, onJob } from '#server/platform/queue/queue.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import { deleteExpiredRequests, mailFollowLink, sendFollowLink } from './follow-team.ts';
import { deletePreviews } from './spend-preview-quota.ts';
import { deletePlaces } from './team-subscriptions.queries.ts';
import { notifyFollowers, placesHeldSince } from './team-subscriptions.ts';

const RETENTION_MINUTES = 90 * 24 * 60;
const sweepPreviews = defineJob({ name: 'found-albums.sweep-previews', payload: z.object({}) });
const sweepRequests = defineJob({ name: 'posters.sweep-requests', payload: z.object({}) });

export function foundAlbumJobs(context: Context) {
  return [
    onJob(albumPublished, (news) => inTransaction(context, (tx) => notifyFollowers(tx, news))),
    onJob(sweepPreviews, () => sweep(context), { cron: '37 4 * * *' }),
    onJob(mailFollowLink, async (payload, job) => {
      try {
        await sendFollowLink(context, { ...payload, messageKey: job.id });
      } catch (error) {
        // The event was archived meanwhile, so there is nothing to confirm.
        if (!(error instanceof AppError && error.code === 'not_found')) throw error;
      }
    }),
    onJob(sweepRequests, () => deleteExpiredRequests(context.db, context.clock.now()), {
      cron: '27 * * * *',
    }),
  ];
}

async function sweep({ db, clock }: Context): Promise<void> {
  await deletePreviews(db, minutesFrom(clock.now(), -RETENTION_MINUTES));
  await deletePlaces(db, placesHeldSince(clock));
}
