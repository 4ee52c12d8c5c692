import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapeHtml } from '#server/platform/mail/escape-html.ts';
import type { PageTags } from './page-tags.ts';

/** The parts that web/first-pages.tsx renders when the site is built. */
export type FirstPages = { login: string; link: string };

const LOG_IN_PATHS = ['/', '/login', '/Login'];
const BOOT = /<p class="boot"[^>]*>[^<]*<\/p>/;

export function readFirstPages(folder: string): FirstPages {
  const read = (name: string) => readFileSync(join(folder, 'first', `${name}.html`), 'utf8');
  return { login: read('login'), link: read('link') };
}

type Shown = { path: string; name: string; tags: PageTags | undefined };

/**
 * Puts into the page what a visitor can see and use before any script has arrived: the log-in, or what a shared link is
 * about.
 */
export function withFirstPage(page: string, pages: FirstPages, { path, name, tags }: Shown): string {
  if (LOG_IN_PATHS.includes(path)) return insert(page, 'login', pages.login, { SITE_NAME: name });
  if (!tags) return page;
  const { headline, line, description } = tags;
  const words = { SITE_NAME: name, HEADLINE: headline, LINE: line, DESCRIPTION: description };
  return insert(page, path, pages.link, words);
}

function insert(page: string, owner: string, part: string, words: Record<string, string>): string {
  const filled = part.replace(/%([A-Z_]+)%/g, (mark, key) =>
    Object.hasOwn(words, key) ? escapeHtml(words[key] ?? '') : mark,
  );
  return page
    .replace('<html ', () => `<html data-first="${escapeHtml(owner)}" `)
    .replace(BOOT, (boot) => `${boot}<div id="first">${filled}</div>`);
}
