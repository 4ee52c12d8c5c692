import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#server/platform/errors.ts';

const WEB_FOLDER = join(import.meta.dirname, '../../../dist/web');
const ONE_YEAR_SECONDS = 365 * 24 * 3600;

/** The built site: hashed files are cached for good, and every address that is no file is the one page. */
export async function serveWeb(app: FastifyInstance, secretPages: readonly string[] = []): Promise<void> {
  if (!existsSync(join(WEB_FOLDER, 'index.html'))) return;

  const page = readFileSync(join(WEB_FOLDER, 'index.html'), 'utf8');
  await app.register(fastifyStatic, {
    root: WEB_FOLDER,
    wildcard: false,
    index: false,
    preCompressed: true,
    setHeaders(reply, path) {
      const isHashed = path.includes('/assets/');
      reply.header('cache-control', isHashed ? `public, max-age=${ONE_YEAR_SECONDS}, immutable` : 'no-cache');
    },
  });
  app.get('/*', { schema: { hide: true } }, (request, reply) => {
    const looksLikeFile = /\.[a-z0-9]{2,5}$/i.test(request.url.split('?', 1)[0] ?? '');
    if (request.url.startsWith('/api/') || looksLikeFile) throw new AppError('not_found');
    const isSecret = secretPages.some((start) => request.url.startsWith(start));
    if (isSecret) reply.header('x-robots-tag', 'noindex, nofollow');
    const caching = isSecret ? 'no-store' : 'no-cache';
    return reply.type('text/html; charset=utf-8').header('cache-control', caching).send(page);
  });
}
