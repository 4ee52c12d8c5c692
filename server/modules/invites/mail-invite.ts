import { type Context, inTransaction } from '#server/context.ts';
import { signLinksTo } from '#server/modules/accounts/links.ts';
import { mailHeaders, unsubscribeLink, unsubscribePage } from '#server/modules/notifications/unsubscribe.ts';
import { mailWords } from '#server/modules/settings/mail-words.ts';
import { composeMail, type MailContent } from '#server/platform/mail/template.ts';

const NOTE =
  'You got this e-mail because someone entered your address. If you don’t know them, just ignore it.';

/** The button leads to `path`, and also logs in somebody who has an account. `about` names no person. */
export type Invitation = Omit<MailContent, 'button'> & { label: string; path: string; about: string };

/** Strangers get invitations, so each one carries a link that stops all further ones. */
export async function mailInvite(
  context: Context,
  { key, to, content: { path, label, about, ...content } }: { key: string; to: string; content: Invitation },
): Promise<void> {
  const { config, mail } = context;
  const link = await inTransaction(context, (tx) => unsubscribeLink(tx.db, { email: to }));
  const { frame } = await mailWords(context);
  const sign = await signLinksTo(context, { email: to, about });
  await mail.send({
    key,
    to,
    subject: content.title,
    purpose: 'invite',
    headers: mailHeaders(config, link),
    ...composeMail(
      { ...content, button: { label, url: sign(path) }, note: NOTE },
      { ...frame, unsubscribeUrl: unsubscribePage(config, link) },
    ),
  });
}
