import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { createCache } from '#server/platform/database/cache.ts';
import type { Clock } from '#server/platform/time/clock.ts';

const REVALIDATED = 'private, no-cache';

/** Lets the browser keep the answer and ask whether it is still the same one. */
export function revalidate(reply: FastifyReply): void {
  reply.headers({ 'cache-control': REVALIDATED, vary: 'authorization' });
}

/** Gives answers that are revalidated an ETag, so that a browser that has the same answer gets a 304. */
export function addEtags(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const isRevalidated = reply.getHeader('cache-control') === REVALIDATED && reply.statusCode === 200;
    if (!isRevalidated || typeof payload !== 'string') return payload;
    const etag = etagOf(payload);
    reply.header('etag', etag);
    if (!isSameEtag(request.headers['if-none-match'], etag)) return payload;
    reply.code(304);
    return null;
  });
}

export function etagOf(content: string | Buffer): string {
  return `"${hashOf(content)}"`;
}

function hashOf(content: string | Buffer): string {
  return createHash('sha1').update(content).digest('base64url');
}

/** Ignores the W/ prefix that a compressing proxy adds. */
export function isSameEtag(header: string | undefined, etag: string): boolean {
  if (!header) return false;
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}

/**
 * Serves pages that many people keep open and poll: the answer about each event is computed at most once every two
 * seconds, and its version tells a page whether it already has it.
 */
export function createVersionedAnswers<Answer>({ clock }: { clock: Clock }) {
  const answers = createCache<number, { version: string; answer: Answer }>({ max: 100, ttlMs: 2_000, clock });
  return {
    get: (eventId: number, load: () => Promise<Answer>) =>
      answers.get(eventId, async () => {
        const answer = await load();
        return { version: hashOf(JSON.stringify(answer)), answer };
      }),
  };
}
