import type { SiteSettings } from '#contract/endpoints/settings.ts';
import type { Context } from '#server/context.ts';
import type { MailFrame } from '#server/platform/mail/template.ts';
import { getSettings, type SettingsWorld } from './get-settings.ts';

/** How the site speaks in its mail. */
export type MailWords = {
  siteName: string;
  greet: (firstName: string | undefined) => string;
  /** The sentence before the news of one kind of mail; empty is none. */
  openingOf: (kind: MailKind) => string;
  frame: MailFrame;
};

type OpeningKey = Extract<keyof SiteSettings, `mail_opening_${string}`>;
export type MailKind = OpeningKey extends `mail_opening_${infer Kind}` ? Kind : never;

type World = SettingsWorld & Pick<Context, 'config'>;

export async function mailWords(world: World): Promise<MailWords> {
  return mailWordsOf(world, await getSettings(world));
}

export function mailWordsOf({ config }: Pick<World, 'config'>, settings: SiteSettings): MailWords {
  return {
    siteName: settings.site_name,
    greet: (firstName) => greeting(settings.mail_greeting, firstName),
    openingOf: (kind) => settings[`mail_opening_${kind}`],
    frame: {
      siteUrl: config.publicUrl,
      siteName: settings.site_name,
      footer: settings.mail_footer,
      signature: settings.mail_signature,
      postalAddress: config.mail.postalAddress,
    },
  };
}

/** Without a name, "Hello {first_name}," is "Hello,", and "{first_name}," nothing at all. */
function greeting(template: string, firstName: string | undefined): string {
  if (firstName) return template.replaceAll('{first_name}', () => firstName);
  return template.replace(/\s*\{first_name\}/g, '').replace(/^[\s\p{P}]+/u, '');
}
