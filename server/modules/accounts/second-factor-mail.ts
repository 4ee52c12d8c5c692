import type { Tx } from '#server/context.ts';
import { mailWords } from '#server/modules/settings/mail-words.ts';
import { enqueueMail } from '#server/platform/mail/deliver-mail.ts';
import { composeMail } from '#server/platform/mail/template.ts';
import type { UserRow } from './accounts.queries.ts';

/** Tells the owner about every change, in case someone else made it. */
export async function tellSecondFactor(
  tx: Pick<Tx, 'db' | 'queue' | 'config' | 'log' | 'clock'>,
  user: Pick<UserRow, 'email' | 'firstName'>,
  { title, line }: { title: string; line: string },
): Promise<void> {
  const { greet, frame } = await mailWords(tx);
  const content = composeMail(
    {
      title,
      greeting: greet(user.firstName),
      paragraphs: [line, 'If this was not you, change your password now and tell a colleague.'],
      button: { label: 'Open your profile', url: `${tx.config.publicUrl}/user-profile` },
    },
    frame,
  );
  await enqueueMail(tx.queue, tx.db, { to: user.email, subject: title, ...content });
}
