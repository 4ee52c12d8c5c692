import { type Context, inTransaction } from '#server/context.ts';
import {
  mailHeaders,
  unsubscribeLink,
  unsubscribePage,
} from '#server/modules/notifications/unsubscribe-links.ts';
import { mailWords } from '#server/modules/settings/mail-words.ts';
import { composeMail, type MailContent } from '#server/platform/mail/template.ts';

const NOTE =
  'You got this e-mail because someone entered your address. If you don’t know them, just ignore it.';

/** Strangers get invitations, so each one carries a link that stops all further ones. */
export async function mailInvite(
  context: Context,
  { key, to, content }: { key: string; to: string; content: MailContent },
): Promise<void> {
  const { config, mail } = context;
  const link = await inTransaction(context, (tx) => unsubscribeLink(tx.db, { email: to }));
  const { frame } = await mailWords(context);
  await mail.send({
    key,
    to,
    subject: content.title,
    purpose: 'invite',
    headers: mailHeaders(config, link),
    ...composeMail({ ...content, note: NOTE }, { ...frame, unsubscribeUrl: unsubscribePage(config, link) }),
  });
}
