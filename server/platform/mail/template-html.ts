import { escapeHtml } from './escape-html.ts';
import type { MailAround, MailCard, MailParts } from './mail-content.ts';

const FONT = "font-family:Figtree,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const IMAGE_WIDTH = 456;

/** Inline colors are those of the light theme, because many mail programs drop the style sheet. */
const LIGHT = {
  page: '#f4f4f6',
  sheet: '#ffffff',
  ink: '#121217',
  soft: '#52525c',
  small: '#63636e',
  rule: '#e2e2e8',
  sunk: '#f0f0f3',
};
const DARK = {
  page: '#0c0c0f',
  sheet: '#18181d',
  ink: '#f6f6f8',
  soft: '#c6c6cf',
  small: '#a5a5b1',
  rule: '#34343c',
  sunk: '#222229',
};

/** Outlook on the web marks what it darkens with data-ogsc and data-ogsb instead of the media query. */
function darkRules(prefix = ''): string {
  return [
    `.page{background:${DARK.page}!important}`,
    `.sheet{background:${DARK.sheet}!important}`,
    `.sunk{background:${DARK.sunk}!important}`,
    `.ink{color:${DARK.ink}!important}`,
    `.soft{color:${DARK.soft}!important}`,
    `.small{color:${DARK.small}!important}`,
    `.rule{border-color:${DARK.rule}!important}`,
    `.button{background:${DARK.ink}!important}`,
    `.button a{color:${LIGHT.ink}!important}`,
  ]
    .map((rule) => `${prefix}${rule}`)
    .join('\n');
}

const STYLE = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
${darkRules()}
}
${darkRules('[data-ogsc] ')}
@media (max-width:480px){
.edge{padding-left:20px!important;padding-right:20px!important}
}`;

export function composeHtml(parts: MailParts, around: MailAround): string {
  const { title, sentences, cards = [], button, link, note } = parts;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
${STYLE}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:${LIGHT.page}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(previewOf(parts))}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:${LIGHT.page}">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="sheet" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:${LIGHT.sheet};border-radius:16px">
<tr><td class="edge" style="padding:28px 32px 0">
<a href="${escapeHtml(around.siteUrl)}" class="ink" style="text-decoration:none;color:${LIGHT.ink};${FONT};font-size:22px;font-weight:800;letter-spacing:-.045em"><span style="display:inline-block;width:18px;height:18px;border-radius:50%;background:#ffc62b;vertical-align:-2px;margin-right:8px"></span>${escapeHtml(around.siteName.toLowerCase())}</a>
</td></tr>
<tr><td class="edge" style="padding:24px 32px 8px">
<h1 class="ink" style="margin:0 0 16px;color:${LIGHT.ink};${FONT};font-size:26px;line-height:1.15;font-weight:800;letter-spacing:-.03em">${escapeHtml(title)}</h1>
${[...sentences.map(paragraphHtml), ...cards.map(cardHtml)].join('\n')}
${button ? buttonHtml(button) : ''}
${link ? `<p class="soft" style="margin:0 0 16px;color:${LIGHT.soft};${FONT};font-size:15px;line-height:1.5"><a href="${escapeHtml(link.url)}" class="ink" style="color:${LIGHT.ink}">${escapeHtml(link.label)}</a></p>` : ''}
${note ? `<p class="small" style="margin:0 0 16px;color:${LIGHT.small};${FONT};font-size:14px;line-height:1.5">${escapeHtml(note)}</p>` : ''}
${around.signature ? paragraphHtml(around.signature) : ''}
</td></tr>
<tr><td class="edge rule" style="padding:16px 32px 28px;border-top:1px solid ${LIGHT.rule}">
<p class="small" style="margin:0;color:${LIGHT.small};${FONT};font-size:13px;line-height:1.5">${linesHtml(around.about)}<br>${escapeHtml(around.postalAddress)}</p>
<p class="small" style="margin:8px 0 0;color:${LIGHT.small};${FONT};font-size:13px;line-height:1.7">${around.links.map(footerLinkHtml).join(' &middot; ')}</p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

/** Mail programs show this beside the subject. */
function previewOf({ sentences, cards = [], title }: MailParts): string {
  const [card] = cards;
  return card ? [card.title, ...card.lines].join(', ') : (sentences[0] ?? title);
}

function paragraphHtml(paragraph: string): string {
  return `<p class="soft" style="margin:0 0 16px;color:${LIGHT.soft};${FONT};font-size:16px;line-height:1.55">${linesHtml(paragraph)}</p>`;
}

function linesHtml(words: string): string {
  return escapeHtml(words).replace(/\r?\n/g, '<br>');
}

function cardHtml({ title, lines, picture }: MailCard): string {
  const words = lines.map(escapeHtml).join('<br>');
  return `<table role="presentation" class="sunk" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px;background:${LIGHT.sunk};border-radius:14px">
${picture ? `<tr><td style="padding:0">${imageHtml(picture)}</td></tr>` : ''}
<tr><td style="padding:16px 18px 18px">
<p class="ink" style="margin:0 0 4px;color:${LIGHT.ink};${FONT};font-size:18px;line-height:1.3;font-weight:700;letter-spacing:-.02em">${escapeHtml(title)}</p>
<p class="soft" style="margin:0;color:${LIGHT.soft};${FONT};font-size:15px;line-height:1.5">${words}</p>
</td></tr>
</table>`;
}

/** The alternative text is styled, because many mail programs load pictures only when asked. */
function imageHtml({ url, alt }: { url: string; alt: string }): string {
  return `<img src="${escapeHtml(url)}" alt="${escapeHtml(alt)}" width="${IMAGE_WIDTH}" class="soft" style="display:block;width:100%;height:auto;border:0;border-radius:14px 14px 0 0;color:${LIGHT.soft};${FONT};font-size:15px;line-height:1.5">`;
}

/** The padding is on the link, so the whole button can be pressed; the cell has the color for programs without it. */
function buttonHtml({ label, url, showsAddress }: NonNullable<MailParts['button']>): string {
  const href = escapeHtml(url);
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 20px"><tr><td class="button" bgcolor="${LIGHT.ink}" style="border-radius:999px;background:${LIGHT.ink}">
<a href="${href}" style="display:inline-block;padding:14px 26px;color:#ffffff;text-decoration:none;${FONT};font-size:16px;line-height:20px;font-weight:650">${escapeHtml(label)}</a>
</td></tr></table>${showsAddress ? addressHtml(href) : ''}`;
}

function addressHtml(href: string): string {
  return `
<p class="small" style="margin:0 0 16px;color:${LIGHT.small};${FONT};font-size:13px;line-height:1.5;word-break:break-all">Or open this address: <a href="${href}" class="small" style="color:${LIGHT.small}">${href}</a></p>`;
}

function footerLinkHtml({ label, url }: { label: string; url: string }): string {
  return `<a href="${escapeHtml(url)}" class="small" style="color:${LIGHT.small}">${label}</a>`;
}
