import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { escapeHtml } from '#server/platform/mail/escape-html.ts';
import type { PageTags } from './page-tags.ts';

/** The parts that web/first-pages.tsx renders when the site is built, by name. */
export type FirstPages = { login: string; link: string } & Record<string, string>;

const LOG_IN_PATHS = ['/', '/login', '/Login'];
const BOOT = /<p class="boot"[^>]*>[^<]*<\/p>/;

export function readFirstPages(folder: string): FirstPages {
  const parts = readdirSync(join(folder, 'first')).map((file) => [
    basename(file, '.html'),
    readFileSync(join(folder, 'first', file), 'utf8'),
  ]);
  return Object.fromEntries(parts) as FirstPages;
}

type Shown = { path: string; name: string; tags: PageTags | undefined };

/**
 * Puts into the page what a visitor can see and use before any script has arrived: the log-in, or what a shared link is
 * about.
 */
export function withFirstPage(page: string, pages: FirstPages, { path, name, tags }: Shown): string {
  if (LOG_IN_PATHS.includes(path)) {
    // The home page of somebody who is logged in has the same address as the log-in, and needs the script at once.
    const shown = path === '/' ? page : withScriptLater(withTitle(page, `Log in · ${name}`));
    return insert(shown, 'login', pages.login, { SITE_NAME: name });
  }
  if (!tags) return page;
  const { headline, line, description, first } = tags;
  const part = first && pages[first.page];
  if (part) {
    return insert(withScriptLater(page), path, part, { ...first.words, SITE_NAME: name }, first.data);
  }
  const words = { SITE_NAME: name, HEADLINE: headline, LINE: line, DESCRIPTION: description };
  return insert(page, path, pages.link, words);
}

/** The script that would name the page may run only when somebody touches it. */
function withTitle(page: string, title: string): string {
  return page.replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`);
}

/** Keeps the browser from loading the script beside what the page shows. web/public/first.js asks for it afterwards. */
function withScriptLater(page: string): string {
  return page
    .replaceAll('<link rel="modulepreload"', '<link rel="later"')
    .replace('<script type="module"', '<script type="later"');
}

function insert(
  page: string,
  owner: string,
  part: string,
  words: Record<string, string>,
  data?: string,
): string {
  const call = data ? `data-first-data="${escapeHtml(data)}" ` : '';
  const filled = part.replace(/%([A-Z_]+)%/g, (mark, key) =>
    Object.hasOwn(words, key) ? escapeHtml(words[key] ?? '') : mark,
  );
  return page
    .replace('<html ', () => `<html data-first="${escapeHtml(owner)}" ${call}`)
    .replace(BOOT, (boot) => `${boot}<div id="first">${filled}</div>`);
}
