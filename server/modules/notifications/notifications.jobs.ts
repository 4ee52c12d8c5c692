import { z } from 'zod';
import type { Context } from '#server/context.ts';
import { defineJob, onJob } from '#server/platform/queue/queue.ts';
import { deliver, deliverMessage, type ShowAlbum, sendDigests } from './deliver-message.ts';

const gather = defineJob({ name: 'notifications.gather', payload: z.object({}), concurrency: 1 });

export function notificationJobs(context: Context, showAlbum: ShowAlbum) {
  return [
    onJob(deliverMessage, ({ messageId }) => deliver({ ...context, showAlbum }, messageId)),
    onJob(gather, () => sendDigests(context), { cron: '* * * * *' }),
  ];
}
