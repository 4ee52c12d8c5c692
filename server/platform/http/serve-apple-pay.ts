import type { FastifyInstance } from 'fastify';
import { AppError } from './errors.ts';

const PATH = '/.well-known/apple-developer-merchantid-domain-association';

/** Apple reads this file to learn that the domain may show Apple Pay. */
export function serveApplePayFile(app: FastifyInstance, file: string | undefined): void {
  app.get(PATH, { schema: { hide: true } }, async (_request, reply) => {
    if (file === undefined) throw new AppError('not_found');
    return reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=300').send(file);
  });
}
