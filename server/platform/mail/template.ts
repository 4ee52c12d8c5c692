export type MailContent = {
  title: string;
  /** The salutation, optionally followed by an opening sentence. */
  greeting?: string;
  opening?: string;
  paragraphs: string[];
  /** `showsAddress` also writes out the address, for mails that are nothing but a link. */
  button?: { label: string; url: string; showsAddress?: boolean };
  /** Small print below the button, such as how long a link works. */
  note?: string;
};

export type MailFrame = {
  siteUrl: string;
  siteName: string;
  /** A line about the site below every mail; may be empty. */
  footer: string;
  /** The closing line; may be empty. */
  signature: string;
  postalAddress: string;
  /** The unsubscribe link, which every unrequested mail must have. */
  unsubscribeUrl?: string;
  settingsUrl?: string;
};

/** Returns the same content as text and as HTML. */
export function composeMail(content: MailContent, frame: MailFrame): { text: string; html: string } {
  return { text: composeText(content, frame), html: composeHtml(content, frame) };
}

function composeText(content: MailContent, frame: MailFrame): string {
  const { title, button, note } = content;
  const parts = [title, ...sentencesOf(content)];
  if (button) parts.push(`${button.label}:\n${button.url}`);
  if (note) parts.push(note);
  if (frame.signature) parts.push(frame.signature);
  const links = footerLinks(frame).map(({ label, url }) => `${label}: ${url}`);
  parts.push(['-- ', frame.siteUrl, aboutSite(frame), frame.postalAddress, ...links].join('\n'));
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

const FONT = "font-family:Figtree,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const INK = '#121217';
const INK_SOFT = '#52525c';
const INK_SMALL = '#6b6b76';

function composeHtml(content: MailContent, frame: MailFrame): string {
  const { title, button, note } = content;
  const sentences = sentencesOf(content);
  const body = sentences.map(paragraphHtml).join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(title)}</title>
</head>
<body style="margin:0;padding:0;background:#f4f4f6">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(sentences[0] ?? title)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f4f6">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border-radius:16px">
<tr><td style="padding:28px 32px 0">
<a href="${escapeHtml(frame.siteUrl)}" style="text-decoration:none;color:${INK};${FONT};font-size:22px;font-weight:800;letter-spacing:-.045em"><span style="display:inline-block;width:18px;height:18px;border-radius:50%;background:#ffc62b;vertical-align:-2px;margin-right:8px"></span>${escapeHtml(frame.siteName.toLowerCase())}</a>
</td></tr>
<tr><td style="padding:24px 32px 8px">
<h1 style="margin:0 0 16px;color:${INK};${FONT};font-size:26px;line-height:1.15;font-weight:800;letter-spacing:-.03em">${escapeHtml(title)}</h1>
${body}
${button ? buttonHtml(button) : ''}
${note ? `<p style="margin:0 0 16px;color:${INK_SMALL};${FONT};font-size:14px;line-height:1.5">${escapeHtml(note)}</p>` : ''}
${frame.signature ? paragraphHtml(frame.signature) : ''}
</td></tr>
<tr><td style="padding:16px 32px 28px;border-top:1px solid #e2e2e8">
<p style="margin:0;color:${INK_SMALL};${FONT};font-size:13px;line-height:1.5">${linesHtml(aboutSite(frame))}<br>${escapeHtml(frame.postalAddress)}</p>
${footerHtml(frame)}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function paragraphHtml(paragraph: string): string {
  return `<p style="margin:0 0 16px;color:${INK_SOFT};${FONT};font-size:16px;line-height:1.55">${linesHtml(paragraph)}</p>`;
}

function linesHtml(words: string): string {
  return escapeHtml(words).replace(/\r?\n/g, '<br>');
}

function footerHtml(frame: MailFrame): string {
  const links = footerLinks(frame).map(
    ({ label, url }) => `<a href="${escapeHtml(url)}" style="color:${INK_SMALL}">${label}</a>`,
  );
  return `<p style="margin:8px 0 0;color:${INK_SMALL};${FONT};font-size:13px;line-height:1.5">${links.join(' &middot; ')}</p>`;
}

function buttonHtml({ label, url, showsAddress }: NonNullable<MailContent['button']>): string {
  const href = escapeHtml(url);
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 20px"><tr><td style="border-radius:999px;background:${INK}">
<a href="${href}" style="display:inline-block;padding:14px 26px;color:#ffffff;text-decoration:none;${FONT};font-size:16px;font-weight:650">${escapeHtml(label)}</a>
</td></tr></table>${showsAddress ? addressHtml(href) : ''}`;
}

function addressHtml(href: string): string {
  return `
<p style="margin:0 0 16px;color:${INK_SMALL};${FONT};font-size:13px;line-height:1.5;word-break:break-all">Or open this address: <a href="${href}" style="color:${INK_SMALL}">${href}</a></p>`;
}

const HTML_ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => HTML_ENTITIES[character] ?? character);
}
