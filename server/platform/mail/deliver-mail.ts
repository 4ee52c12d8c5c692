import { z } from 'zod';
import type { Db } from '#server/platform/database.ts';
import { defineJob, onJob, type Queue } from '#server/platform/queue.ts';
import type { Mailer } from './mail.ts';

/** The message is stored in the queue, so it must not contain secrets such as login links. */
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
