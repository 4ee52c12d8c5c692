import type { SiteSettings } from '#contract/endpoints/settings.ts';
import type { Tx } from '#server/context.ts';
import { enqueueMail } from '#server/platform/mail/deliver-mail.ts';
import { composeMail, type MailContent, type MailFrame } from '#server/platform/mail/template.ts';
import { getSettings } from './get-settings.ts';

export type MailMessages = {
  siteName: string;
  greet: (firstName: string | undefined) => string;
  /** The sentence that opens one kind of mail; empty for none. */
  introOf: (kind: MailKind) => string;
  frame: MailFrame;
};

type OpeningKey = Extract<keyof SiteSettings, `mail_intro_${string}`>;
type MailKind = OpeningKey extends `mail_intro_${infer Kind}` ? Kind : never;

export async function mailMessages(tx: Pick<Tx, 'db' | 'log' | 'config'>): Promise<MailMessages> {
  return mailMessagesOf(tx, await getSettings(tx));
}

export function mailMessagesOf({ config }: Pick<Tx, 'config'>, settings: SiteSettings): MailMessages {
  return {
    siteName: settings.site_name,
    greet: (firstName) => greeting(settings.mail_greeting, firstName),
    introOf: (kind) => settings[`mail_intro_${kind}`],
    frame: {
      siteUrl: config.publicUrl,
      siteName: settings.site_name,
      footer: settings.mail_footer,
      signature: settings.mail_signature,
      postalAddress: config.mail.postalAddress,
    },
  };
}

type Reader = { email: string; firstName: string | undefined };
/** The subject is also the title of the mail. */
type WriteMail = (messages: MailMessages) => Omit<MailContent, 'title' | 'greeting'> & { subject: string };

/** The queue stores the message, so it must not contain secrets such as login links. */
export async function mailPerson(
  tx: Pick<Tx, 'db' | 'queue' | 'config' | 'log'>,
  { email, firstName }: Reader,
  write: WriteMail,
): Promise<void> {
  await enqueueMail(tx.queue, tx.db, { to: email, ...(await compose(tx, firstName, write)) });
}

/** Sends a mail that the person asked for at once; it may contain secrets. A mail with the same key is sent once. */
export async function sendAskedMail(
  tx: Pick<Tx, 'db' | 'mail' | 'config' | 'log'>,
  { email, firstName, key }: Reader & { key: string },
  write: WriteMail,
): Promise<void> {
  await tx.mail.send({ key, to: email, purpose: 'asked', ...(await compose(tx, firstName, write)) });
}

async function compose(
  tx: Pick<Tx, 'db' | 'config' | 'log'>,
  firstName: string | undefined,
  write: WriteMail,
): Promise<{ subject: string; text: string; html: string }> {
  const messages = await mailMessages(tx);
  const { subject, ...words } = write(messages);
  const greeting = messages.greet(firstName);
  return { subject, ...composeMail({ title: subject, greeting, ...words }, messages.frame) };
}

/** Without a name, "Hello {first_name}," becomes "Hello," and "{first_name}," becomes empty. */
function greeting(template: string, firstName: string | undefined): string {
  if (firstName) return template.replaceAll('{first_name}', () => firstName);
  return template.replace(/\s*\{first_name\}/g, '').replace(/^[\s\p{P}]+/u, '');
}
