import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Language } from '#contract/i18n.ts';
import { AppError } from './errors.ts';
import { languageOf } from './language-of.ts';
import { type PageTags, withTags, withTitle } from './page-tags.ts';
import { createPageRenderer } from './render-page.ts';

const WEB_FOLDER = join(import.meta.dirname, '../../../dist/web');
const ONE_YEAR_SECONDS = 365 * 24 * 3600;

const MANIFEST = 'site.webmanifest';

export type SiteFace = {
  /** Pages under these paths are neither cached nor indexed. */
  secretPages: readonly string[];
  readName: () => Promise<string>;
  /** The address that visitors see, without a slash at the end. */
  publicUrl: string;
  /** The preview of a shared link; undefined for pages without one. */
  tagsOf: (path: string, language: Language) => Promise<PageTags | undefined>;
};

export function hasWebApp(): boolean {
  return existsSync(join(WEB_FOLDER, 'index.html'));
}

/** Every path that is not a file answers with the single page of the app. */
export async function serveWeb(
  app: FastifyInstance,
  { secretPages, readName, publicUrl, tagsOf }: SiteFace,
): Promise<void> {
  if (!hasWebApp()) return;

  const page = readFileSync(join(WEB_FOLDER, 'index.html'), 'utf8');
  const renderPage = await createPageRenderer(app, WEB_FOLDER);
  const manifest = JSON.parse(readFileSync(join(WEB_FOLDER, MANIFEST), 'utf8'));
  // The page must open even while the database is down.
  const nameOr = (otherwise: string) => readName().catch(() => otherwise);
  await app.register(fastifyStatic, {
    root: WEB_FOLDER,
    wildcard: false,
    index: false,
    preCompressed: true,
    // Every file gets its own route; compressed files are sent in place of those that they were made from.
    globIgnore: [MANIFEST, 'index.html', '.vite/*', '**/*.br', '**/*.gz'],
    setHeaders(reply, path) {
      const isHashed = path.includes('/assets/');
      reply.header('cache-control', isHashed ? `public, max-age=${ONE_YEAR_SECONDS}, immutable` : 'no-cache');
    },
  });
  app.get(`/${MANIFEST}`, { schema: { hide: true } }, async (_request, reply) => {
    const name = await nameOr(manifest.name);
    reply.type('application/manifest+json').header('cache-control', 'no-cache');
    return JSON.stringify({ ...manifest, name, short_name: name });
  });
  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const looksLikeFile = /\.[a-z0-9]{2,5}$/i.test(path);
    if (request.url.startsWith('/api/') || looksLikeFile) throw new AppError('not_found');
    // The router of the site takes addresses in any case.
    const isSecret = secretPages.some((start) => path.toLowerCase().startsWith(start));
    if (isSecret) reply.header('x-robots-tag', 'noindex, nofollow');
    const caching = isSecret ? 'no-store' : 'no-cache';
    reply.type('text/html; charset=utf-8').header('cache-control', caching);
    const name = await nameOr(manifest.name);
    const tags = await tagsOf(path, languageOf(request)).catch((error) => {
      request.log.warn({ err: error }, 'a shared link could not be described');
      return undefined;
    });
    const tagged = tags ? withTags(page, tags, { name, url: publicUrl }) : withTitle(page, name);
    return renderPage(request, reply, tagged, tags);
  });
}

const APPLE_PAY_FILE = '/.well-known/apple-developer-merchantid-domain-association';

/** Apple reads this file to learn that the domain may show Apple Pay. */
export function serveApplePayFile(app: FastifyInstance, file: string | undefined): void {
  app.get(APPLE_PAY_FILE, { schema: { hide: true } }, async (_request, reply) => {
    if (file === undefined) throw new AppError('not_found');
    return reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=300').send(file);
  });
}
