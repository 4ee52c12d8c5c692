import { escapeHtml } from '#server/platform/mail/escape-html.ts';

/** The tags that search engines and messengers read without running scripts. */
export type PageTags = {
  title: string;
  description: string;
  /** The path of the page on this site. */
  path: string;
  /** The path of a picture of 1200 x 630. */
  picture: string;
};

const TITLE = /<title>[^<]*<\/title>/;
const DESCRIPTION = /<meta name="description"[^>]*>/;

export function withTitle(page: string, title: string): string {
  return page.replace(TITLE, () => `<title>${escapeHtml(title)}</title>`);
}

export function withTags(
  page: string,
  { title, description, path, picture }: PageTags,
  site: { name: string; url: string },
): string {
  const [address, image] = [`${site.url}${path}`, `${site.url}${picture}`];
  const properties = {
    'og:type': 'website',
    'og:site_name': site.name,
    'og:title': title,
    'og:description': description,
    'og:url': address,
    'og:image': image,
    'og:image:type': 'image/png',
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': title,
  };
  const names = {
    'twitter:card': 'summary_large_image',
    'twitter:title': title,
    'twitter:description': description,
    'twitter:image': image,
  };
  const tags = [
    `<link rel="canonical" href="${escapeHtml(address)}" />`,
    ...metaTags('property', properties),
    ...metaTags('name', names),
  ];
  return withTitle(page, `${title} · ${site.name}`)
    .replace(DESCRIPTION, () => `<meta name="description" content="${escapeHtml(description)}" />`)
    .replace('</head>', () => `  ${tags.join('\n    ')}\n  </head>`);
}

function metaTags(attribute: 'property' | 'name', contents: Record<string, string>): string[] {
  return Object.entries(contents).map(
    ([name, content]) => `<meta ${attribute}="${name}" content="${escapeHtml(content)}" />`,
  );
}
