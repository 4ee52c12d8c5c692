import { z } from 'zod';
import type { Db } from '#server/platform/database/database.ts';
import { defineJob, onJob, type Queue } from '#server/platform/queue/queue.ts';
import type { Mailer } from './mail.ts';

/**
 * A message contains this placeholder instead of a secret. The secret is made when the message is sent, because the
 * queue stores messages.
 */
export const PENDING_SECRET = 'made-when-the-mail-is-sent';

/** The message is stored in the queue, so it must not contain secrets such as login links. */
const deliverMail = defineJob({
  name: 'mail.deliver',
  payload: z.object({
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    html: z.string(),
    headers: z.record(z.string(), z.string()).optional(),
    /** The reader whom the mail's links log in, and the subject of the mail. */
    reader: z.object({ userId: z.int(), about: z.string() }).optional(),
  }),
});

export async function enqueueMail(
  queue: Queue,
  db: Db,
  message: z.input<typeof deliverMail.payload>,
): Promise<void> {
  await queue.enqueue(db, deliverMail, message);
}

type Reader = { userId: number; about: string };

/** Accounts build on this, so jobs.ts passes in how a secret is made. */
export function mailJobs(mailer: Mailer, makeSecret: (reader: Reader) => Promise<string>) {
  return [
    onJob(deliverMail, async ({ reader, text, html, ...message }, job) => {
      const secret = reader ? await makeSecret(reader) : PENDING_SECRET;
      const fill = (part: string) => part.replaceAll(PENDING_SECRET, secret);
      await mailer.send({ key: job.id, ...message, text: fill(text), html: fill(html) });
    }),
  ];
}
