import type { MailAround, MailContent, MailFrame, MailParts } from './mail-content.ts';
import { composeHtml } from './template-html.ts';

export type { MailCard, MailContent, MailFrame } from './mail-content.ts';

/** Returns the same content as text and as HTML. */
export function composeMail(content: MailContent, frame: MailFrame): { text: string; html: string } {
  const parts = { ...content, sentences: sentencesOf(content) };
  const around = { ...frame, about: aboutSite(frame), links: footerLinks(frame) };
  return { text: composeText(parts, around), html: composeHtml(parts, around) };
}

function composeText(
  { title, sentences, cards = [], button, link, note }: MailParts,
  around: MailAround,
): string {
  const parts = [title, ...sentences, ...cards.map((card) => [card.title, ...card.lines].join('\n'))];
  if (button) parts.push(`${button.label}:\n${button.url}`);
  if (link) parts.push(`${link.label}:\n${link.url}`);
  if (note) parts.push(note);
  if (around.signature) parts.push(around.signature);
  const links = around.links.map(({ label, url }) => `${label}: ${url}`);
  parts.push(['-- ', around.siteUrl, around.about, around.postalAddress, ...links].join('\n'));
  return `${parts.join('\n\n')}\n`;
}

function sentencesOf({ greeting, opening, paragraphs }: MailContent): string[] {
  return [greeting, opening, ...paragraphs].filter(
    (sentence) => sentence !== undefined && sentence !== '',
  ) as string[];
}

function aboutSite({ siteName, footer }: MailFrame): string {
  return footer === '' ? siteName : `${siteName}, ${footer}`;
}

function footerLinks({ siteUrl, unsubscribeUrl, settingsUrl }: MailFrame): { label: string; url: string }[] {
  return [
    ...(unsubscribeUrl ? [{ label: 'Unsubscribe', url: unsubscribeUrl }] : []),
    ...(settingsUrl ? [{ label: 'Notification settings', url: settingsUrl }] : []),
    { label: 'Terms of use', url: `${siteUrl}/terms` },
    { label: 'Privacy notice', url: `${siteUrl}/privacy` },
  ];
}
