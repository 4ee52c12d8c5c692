import { escapeHtml } from './escape-html.ts';
import type { MailAround, MailCard, MailParts, MailPicture, MailTotals } from './mail-content.ts';

const FONT = "font-family:Figtree,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const WIDTH = 600;
/** Behind pictures, so that their alternative text can be read while they are not loaded. */
const STAGE = '#0b1a3a';

/** Inline colors are those of the light theme, because many mail programs drop the style sheet. */
const LIGHT = {
  page: '#f4f4f6',
  sheet: '#ffffff',
  ink: '#121217',
  soft: '#52525c',
  small: '#63636e',
  rule: '#e2e2e8',
};
const DARK = {
  page: '#0c0c0f',
  sheet: '#18181d',
  ink: '#f6f6f8',
  soft: '#c6c6cf',
  small: '#a5a5b1',
  rule: '#34343c',
};

/** Outlook on the web marks what it darkens with data-ogsc and data-ogsb instead of the media query. */
function darkRules(prefix = ''): string {
  return [
    `.page{background:${DARK.page}!important}`,
    `.sheet{background:${DARK.sheet}!important}`,
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
@media (max-width:599px){
.edge{padding-left:20px!important;padding-right:20px!important}
.sheet{border-radius:0!important}
.head{font-size:28px!important;line-height:32px!important}
}`;

/** One column: the picture, what it is about, one button and what it costs; amounts and small print come last. */
export function composeHtml(parts: MailParts, around: MailAround): string {
  const { title, heading, sentences, cards = [], button, price, totals, link, note } = parts;
  const picture = parts.picture ?? cards.find((card) => card.picture)?.picture;
  return `<!doctype html>
<html lang="${around.i18n.locale}">
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
<tr><td align="center" style="padding:24px 0 0">
<table role="presentation" class="sheet" width="${WIDTH}" cellpadding="0" cellspacing="0" style="width:100%;max-width:${WIDTH}px;background:${LIGHT.sheet};border-radius:16px;overflow:hidden">
<tr><td class="edge" style="padding:22px 32px">
<a href="${escapeHtml(around.siteUrl)}" class="ink" style="text-decoration:none;color:${LIGHT.ink};${FONT};font-size:22px;font-weight:800;letter-spacing:-.045em"><span style="display:inline-block;width:20px;height:20px;border-radius:50%;background:#ffc62b;vertical-align:-3px;margin-right:9px"></span>${escapeHtml(around.siteName.toLowerCase())}</a>
</td></tr>
${picture ? pictureHtml(picture, button?.url) : ''}
<tr><td class="edge" style="padding:${picture ? 28 : 4}px 32px 12px;word-break:break-word">
<h1 class="ink head" style="margin:0 0 12px;color:${LIGHT.ink};${FONT};font-size:34px;line-height:38px;font-weight:800;letter-spacing:-.035em">${escapeHtml(heading)}</h1>
${[...sentences.map(paragraphHtml), ...cards.map(cardHtml)].join('\n')}
${button ? buttonHtml(button, around) : ''}
${price ? `<p class="soft" style="margin:-4px 0 16px;color:${LIGHT.soft};${FONT};font-size:15px;line-height:22px;text-align:center">${escapeHtml(price)}</p>` : ''}
${totals ? totalsHtml(totals) : ''}
${link ? `<p class="soft" style="margin:0 0 16px;color:${LIGHT.soft};${FONT};font-size:15px;line-height:1.5"><a href="${escapeHtml(link.url)}" class="ink" style="color:${LIGHT.ink}">${escapeHtml(link.label)}</a></p>` : ''}
${note ? `<p class="small" style="margin:0 0 16px;color:${LIGHT.small};${FONT};font-size:14px;line-height:1.5">${escapeHtml(note)}</p>` : ''}
${around.signature ? paragraphHtml(around.signature) : ''}
</td></tr>
</table>
<table role="presentation" width="${WIDTH}" cellpadding="0" cellspacing="0" style="width:100%;max-width:${WIDTH}px">
<tr><td class="edge" style="padding:20px 32px 40px">
${around.smallPrint.map((words) => `<p class="small" style="margin:0 0 12px;color:${LIGHT.small};${FONT};font-size:13px;line-height:20px">${linesHtml(words)}</p>`).join('\n')}
<p class="small" style="margin:0;color:${LIGHT.small};${FONT};font-size:13px;line-height:24px">${around.links.map(footerLinkHtml).join(' &middot; ')}</p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function previewOf({ preview, sentences, cards = [], title }: MailParts): string {
  const [card] = cards;
  return preview ?? (card ? [card.title, ...card.lines].join(', ') : (sentences[0] ?? title));
}

function paragraphHtml(paragraph: string): string {
  return `<p class="soft" style="margin:0 0 14px;color:${LIGHT.soft};${FONT};font-size:17px;line-height:26px">${linesHtml(paragraph)}</p>`;
}

function linesHtml(words: string): string {
  return escapeHtml(words).replace(/\r?\n/g, '<br>');
}

/** The alternative text is styled, because many mail programs load pictures only when asked. */
function pictureHtml({ url, alt, caption }: MailPicture, href: string | undefined): string {
  const image = `<img src="${escapeHtml(url)}" alt="${escapeHtml(alt)}" width="${WIDTH}" style="display:block;width:100%;height:auto;border:0;color:#ffffff;${FONT};font-size:16px;line-height:24px;font-weight:700">`;
  const linked = href ? `<a href="${escapeHtml(href)}" style="text-decoration:none">${image}</a>` : image;
  return `<tr><td class="picture" bgcolor="${STAGE}" style="padding:0;background:${STAGE}">${linked}</td></tr>${caption ? captionHtml(caption) : ''}`;
}

function captionHtml(caption: string): string {
  return `<tr><td class="edge small" style="padding:8px 32px 0;color:${LIGHT.small};${FONT};font-size:13px;line-height:20px">${escapeHtml(caption)}</td></tr>`;
}

function cardHtml({ title, lines }: MailCard): string {
  return `<p class="soft" style="margin:0 0 16px;color:${LIGHT.soft};${FONT};font-size:15px;line-height:22px"><strong class="ink" style="color:${LIGHT.ink};font-weight:700">${escapeHtml(title)}</strong>${lines.map((line) => `<br>${escapeHtml(line)}`).join('')}</p>`;
}

/** The padding is on the link, so the whole button can be pressed; the cell has the color for programs without it. */
function buttonHtml(
  { label, url, showsAddress }: NonNullable<MailParts['button']>,
  around: MailAround,
): string {
  const href = escapeHtml(url);
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:10px 0 18px"><tr><td align="center" class="button" bgcolor="${LIGHT.ink}" style="border-radius:27px;background:${LIGHT.ink}">
<a href="${href}" style="display:block;padding:16px 24px;color:#ffffff;text-decoration:none;${FONT};font-size:17px;line-height:22px;font-weight:700">${escapeHtml(label)}</a>
</td></tr></table>${showsAddress ? addressHtml(href, around) : ''}`;
}

function addressHtml(href: string, { i18n }: MailAround): string {
  const words = escapeHtml(i18n.t('Or open this address:'));
  return `
<p class="small" style="margin:0 0 16px;color:${LIGHT.small};${FONT};font-size:13px;line-height:1.5;word-break:break-all">${words} <a href="${href}" class="small" style="color:${LIGHT.small}">${href}</a></p>`;
}

/** The head is a table of its own, because its date would take the width of the names. */
function totalsHtml({ title, aside, rows }: MailTotals): string {
  const cell = (color: string) =>
    `padding:10px 0;border-top:1px solid ${LIGHT.rule};color:${color};${FONT};font-size:15px;line-height:22px`;
  const totals = rows.map(({ name, detail, amount, isTotal }) => {
    const weight = `font-weight:${isTotal || detail ? 700 : 400}`;
    const below = detail ? `<br>${escapeHtml(detail)}` : '';
    return `<tr><td class="soft rule" style="${cell(LIGHT.soft)}"><span class="ink" style="color:${LIGHT.ink};${weight}">${escapeHtml(name)}</span>${below}</td><td align="right" valign="top" class="ink rule" style="${cell(LIGHT.ink)};white-space:nowrap;font-weight:${isTotal ? 700 : 400}">${escapeHtml(amount)}</td></tr>`;
  });
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:14px 0 0">
<tr><td class="ink" style="padding:0 0 12px;color:${LIGHT.ink};${FONT};font-size:18px;line-height:24px;font-weight:700;letter-spacing:-.02em">${escapeHtml(title)}</td><td align="right" class="small" style="padding:0 0 12px;color:${LIGHT.small};${FONT};font-size:14px;line-height:24px;white-space:nowrap">${escapeHtml(aside)}</td></tr>
</table>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px">
${totals.join('\n')}
</table>`;
}

function footerLinkHtml({ label, url }: { label: string; url: string }): string {
  return `<a href="${escapeHtml(url)}" class="small" style="color:${LIGHT.small}">${escapeHtml(label)}</a>`;
}
