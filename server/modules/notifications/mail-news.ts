import type { NotificationKind } from '#contract/rules/notification-settings.ts';
import { type Context, inTransaction } from '#server/context.ts';
import type { Reachable } from '#server/modules/accounts/find-people.ts';
import type { SignPath } from '#server/modules/accounts/links.ts';
import { mailWords } from '#server/modules/settings/mail-words.ts';
import { composeMail, type MailContent } from '#server/platform/mail/template.ts';
import { mailHeaders, unsubscribeLink, unsubscribePage } from './unsubscribe-links.ts';

type NewsMail = {
  /** Lets the mail provider drop a delivery that is repeated after a crash. */
  key: string;
  /** The mail must never leave twice, even if the process dies while it is sent. */
  isOnce?: boolean;
  kind: NotificationKind;
  person: Reachable;
  content: MailContent;
  sign: SignPath;
};

/** Sends a mail that its reader can stop: by the link in it, by the button of the mail program or in the settings. */
export async function mailNews(context: Context, news: NewsMail): Promise<void> {
  const { key, isOnce = false, kind, person, content, sign } = news;
  const { frame } = await mailWords(context);
  const link = await inTransaction(context, (tx) => unsubscribeLink(tx.db, { userId: person.userId, kind }));
  await context.mail.send({
    key,
    isOnce,
    to: person.email,
    subject: content.title,
    purpose: 'news',
    headers: mailHeaders(context.config, link),
    ...composeMail(content, {
      ...frame,
      unsubscribeUrl: unsubscribePage(context.config, link),
      settingsUrl: sign('/user-profile#notifications'),
    }),
  });
}
