import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** An answer that is JSON already: written by PostgreSQL, or kept from an earlier call. */
export class JsonText {
  readonly text: string;
  /** With one, a browser that has the same answer is told so instead of getting it again. */
  readonly etag: string | undefined;

  constructor(text: string, etag?: string) {
    this.text = text;
    this.etag = etag;
  }
}

export function etagOf(text: string): string {
  return `"${createHash('sha1').update(text).digest('base64url')}"`;
}

export function sendJsonText(request: FastifyRequest, reply: FastifyReply, answer: JsonText): FastifyReply {
  if (answer.etag) {
    reply.headers({ etag: answer.etag, 'cache-control': 'private, no-cache', vary: 'authorization' });
    if (isSameEtag(request.headers['if-none-match'], answer.etag)) return reply.code(304).send();
  }
  return reply.type('application/json; charset=utf-8').send(answer.text);
}

/** `If-None-Match` compares weakly: a proxy that compresses marks the tag with W/. */
export function isSameEtag(header: string | undefined, etag: string): boolean {
  if (!header) return false;
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}
