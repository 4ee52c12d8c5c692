import type { SiteSettings } from '#contract/endpoints/settings.ts';
import type { Tx } from '#server/context.ts';
import type { MailFrame } from '#server/platform/mail/template.ts';
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

/** Without a name, "Hello {first_name}," becomes "Hello," and "{first_name}," becomes empty. */
function greeting(template: string, firstName: string | undefined): string {
  if (firstName) return template.replaceAll('{first_name}', () => firstName);
  return template.replace(/\s*\{first_name\}/g, '').replace(/^[\s\p{P}]+/u, '');
}
