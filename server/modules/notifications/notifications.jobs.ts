import { z } from 'zod';
import { type Context, inTransaction } from '#server/context.ts';
import { PushDelayed } from '#server/platform/push/push.ts';
import { defineJob, onJob } from '#server/platform/queue/queue.ts';
import { deliver, type ShowAlbum, type ShowAthlete } from './deliver-message.ts';
import { deliverMessage, digestGroup, digestGroupJob, sendDigests } from './send-digests.ts';

const digest = defineJob({ name: 'notifications.gather', payload: z.object({}), concurrency: 1 });

export function notificationJobs(
  context: Context,
  shows: { showAlbum: ShowAlbum; showAthlete: ShowAthlete },
) {
  return [
    onJob(deliverMessage, async ({ messageId }) => {
      try {
        await deliver({ ...context, ...shows }, messageId);
      } catch (error) {
        if (!(error instanceof PushDelayed)) throw error;
        const later = { startAfterSeconds: error.seconds };
        await context.queue.enqueue(context.db, deliverMessage, { messageId }, later);
      }
    }),
    onJob(digestGroupJob, (group) => inTransaction(context, (tx) => digestGroup(tx, group))),
    onJob(digest, () => sendDigests(context), { cron: '* * * * *' }),
  ];
}
