import { z } from 'zod';
import type { Db } from '#server/platform/database.ts';
import { defineJob, onJob, type Queue } from '#server/platform/queue.ts';
import type { Mailer } from './mail.ts';

/** For messages without secrets; a login link is composed and sent by its own job, so it is never stored. */
const deliverMail = defineJob({
  name: 'mail.deliver',
  payload: z.object({
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    html: z.string(),
    headers: z.record(z.string(), z.string()).optional(),
  }),
});

export async function enqueueMail(
  queue: Queue,
  db: Db,
  message: z.input<typeof deliverMail.payload>,
): Promise<void> {
  await queue.enqueue(db, deliverMail, message);
}

export function mailJobs(mailer: Mailer) {
  return [onJob(deliverMail, (message, job) => mailer.send({ key: job.id, ...message }))];
}
