import { z } from 'zod';
import { type Context, inTransaction } from '#server/context.ts';
import { defineJob, onJob } from '#server/platform/queue/queue.ts';
import { sweepAttachments } from './attachments.ts';
import { deleteImages, deleteImagesJob } from './erase-conversations.ts';
import { mailUnread, mailWhenAway } from './mail-away.ts';

const sweepSupport = defineJob({ name: 'support.sweep', payload: z.object({}) });

export function supportJobs(context: Context) {
  return [
    onJob(mailUnread, (payload) => inTransaction(context, (tx) => mailWhenAway(tx, payload))),
    onJob(deleteImagesJob, ({ storageKeys }) => deleteImages(context, storageKeys)),
    onJob(sweepSupport, () => sweepAttachments(context), { cron: '41 * * * *' }),
  ];
}
