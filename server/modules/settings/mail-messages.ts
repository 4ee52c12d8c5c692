import { DEFAULT_SITE_SETTINGS, type SiteSettings } from '#contract/endpoints/settings.ts';
import type { I18n } from '#contract/i18n.ts';
import type { Tx } from '#server/context.ts';
import { i18nFor } from '#server/platform/languages/i18n.ts';
import { enqueueMail } from '#server/platform/mail/deliver-mail.ts';
import { composeMail, type MailContent, type MailFrame } from '#server/platform/mail/template.ts';
import { getSettings } from './get-settings.ts';

export type MailMessages = {
  /** Speaks the language of the reader. */
  i18n: I18n;
  siteName: string;
  greet: (firstName: string | undefined) => string;
  /** The sentence that opens one kind of mail; empty for none. */
  introOf: (kind: MailKind) => string;
  frame: MailFrame;
};

type OpeningKey = Extract<keyof SiteSettings, `mail_intro_${string}`>;
type MailKind = OpeningKey extends `mail_intro_${infer Kind}` ? Kind : never;

export async function mailMessages(
  tx: Pick<Tx, 'db' | 'log' | 'config'>,
  language: string | null | undefined,
): Promise<MailMessages> {
  return mailMessagesOf(tx, await getSettings(tx), language);
}

/** Texts that staff wrote are used as written; those they left alone follow the language of the reader. */
export function mailMessagesOf(
  { config }: Pick<Tx, 'config'>,
  settings: SiteSettings,
  language: string | null | undefined,
): MailMessages {
  const i18n = i18nFor(language);
  const { site_name: siteName, mail_greeting, mail_footer } = settings;
  return {
    i18n,
    siteName,
    greet: (firstName) =>
      mail_greeting === DEFAULT_SITE_SETTINGS.mail_greeting
        ? defaultGreeting(i18n, firstName)
        : greeting(mail_greeting, firstName),
    introOf: (kind) => settings[`mail_intro_${kind}`],
    frame: {
      i18n,
      siteUrl: config.publicUrl,
      siteName,
      footer: mail_footer === DEFAULT_SITE_SETTINGS.mail_footer ? i18n.t(mail_footer) : mail_footer,
      signature: settings.mail_signature,
      postalAddress: config.mail.postalAddress,
    },
  };
}

/** The language is null for somebody who has not chosen one. */
type Reader = { email: string; firstName: string | undefined; language: string | null | undefined };
/** The subject is also the title of the mail. */
type WriteMail = (messages: MailMessages) => Omit<MailContent, 'title' | 'greeting'> & { subject: string };

/** The queue stores the message, so it must not contain secrets such as login links. */
export async function mailPerson(
  tx: Pick<Tx, 'db' | 'queue' | 'config' | 'log'>,
  reader: Reader,
  write: WriteMail,
): Promise<void> {
  await enqueueMail(tx.queue, tx.db, { to: reader.email, ...(await compose(tx, reader, write)) });
}

/** Sends a mail that the person asked for at once; it may contain secrets. A mail with the same key is sent once. */
export async function sendAskedMail(
  tx: Pick<Tx, 'db' | 'mail' | 'config' | 'log'>,
  { key, ...reader }: Reader & { key: string },
  write: WriteMail,
): Promise<void> {
  await tx.mail.send({ key, to: reader.email, purpose: 'asked', ...(await compose(tx, reader, write)) });
}

async function compose(
  tx: Pick<Tx, 'db' | 'config' | 'log'>,
  { firstName, language }: Reader,
  write: WriteMail,
): Promise<{ subject: string; text: string; html: string }> {
  const messages = await mailMessages(tx, language);
  const { subject, ...words } = write(messages);
  const greeting = messages.greet(firstName);
  return { subject, ...composeMail({ title: subject, greeting, ...words }, messages.frame) };
}

function defaultGreeting(i18n: I18n, firstName: string | undefined): string {
  return firstName ? i18n.t('Hi {firstName},', { firstName }) : i18n.t('Hi there,');
}

/** Without a name, "Hello {first_name}," becomes "Hello," and "{first_name}," becomes empty. */
function greeting(template: string, firstName: string | undefined): string {
  if (firstName) return template.replaceAll('{first_name}', () => firstName);
  return template.replace(/\s*\{first_name\}/g, '').replace(/^[\s\p{P}]+/u, '');
}
