import type { Tx } from '#server/context.ts';
import { markMailOpened } from './sale-mails.queries.ts';
import { readClick } from './send-sale-mail.ts';

/** Counts the first click of a mail. A token that is not ours is ignored, so that nobody learns anything from it. */
export async function openSaleMail(
  { db, clock, imageKeys }: Pick<Tx, 'db' | 'clock' | 'imageKeys'>,
  token: string,
): Promise<void> {
  const mailId = readClick({ clock, imageKeys }, token);
  if (mailId !== undefined) await markMailOpened(db, mailId, clock.now());
}
