import type { MailAround, MailContent, MailFrame, MailParts } from './mail-content.ts';
import { composeHtml } from './template-html.ts';

export type { MailCard, MailContent, MailFrame, MailPicture, MailTotals } from './mail-content.ts';

/** Returns the same content as text and as HTML, in the language of the frame. */
export function composeMail(content: MailContent, frame: MailFrame): { text: string; html: string } {
  const { cards = [], greeting, opening, paragraphs } = content;
  const parts: MailParts = {
    ...content,
    heading: content.heading ?? content.title,
    sentences: [greeting ?? '', opening ?? '', ...paragraphs].filter((sentence) => sentence !== ''),
    price: cards.length === 1 ? cards[0]?.price : undefined,
  };
  const around = { ...frame, links: footerLinks(frame), smallPrint: smallPrintOf(content, frame) };
  return { text: composeText(parts, around), html: composeHtml(parts, around) };
}

function composeText(
  { heading, sentences, cards = [], button, price, totals, link, note }: MailParts,
  { siteUrl, signature, links, smallPrint }: MailAround,
): string {
  const parts = [heading, ...sentences, ...cards.map((card) => [card.title, ...card.lines].join('\n'))];
  if (button) parts.push(`${button.label}:\n${button.url}`);
  if (price) parts.push(price);
  if (totals) {
    const rows = totals.rows.map(({ name, detail, amount }) =>
      detail ? `${name}\n${detail}: ${amount}` : `${name}: ${amount}`,
    );
    parts.push(`${totals.title}\n${totals.aside}`, ...rows);
  }
  if (link) parts.push(`${link.label}:\n${link.url}`);
  if (note) parts.push(note);
  if (signature) parts.push(signature);
  parts.push(
    ['-- ', siteUrl, ...smallPrint, ...links.map(({ label, url }) => `${label}: ${url}`)].join('\n'),
  );
  return `${parts.join('\n\n')}\n`;
}

function smallPrintOf(
  { isPersonal }: MailContent,
  { i18n, footer, siteName, postalAddress }: MailFrame,
): string[] {
  return [
    ...(isPersonal
      ? [
          i18n.t(
            'This link is just for you, so please don’t forward it. To share, open the photos and tap Share.',
          ),
        ]
      : []),
    ...(footer === '' ? [] : [footer]),
    postalAddress.startsWith(siteName) ? postalAddress : `${siteName}, ${postalAddress}`,
  ];
}

function footerLinks({ i18n, siteUrl, unsubscribeUrl, settingsUrl }: MailFrame): MailAround['links'] {
  return [
    ...(settingsUrl ? [{ label: i18n.t('Notification settings'), url: settingsUrl }] : []),
    ...(unsubscribeUrl ? [{ label: i18n.t('Stop these emails'), url: unsubscribeUrl }] : []),
    { label: i18n.t('Terms of use'), url: `${siteUrl}/terms` },
    { label: i18n.t('Privacy notice'), url: `${siteUrl}/privacy` },
  ];
}
