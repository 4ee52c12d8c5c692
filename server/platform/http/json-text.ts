import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** An answer that is already JSON, either built by PostgreSQL or cached. */
export class JsonText {
  readonly text: string;
  /** With an ETag, a browser that has the same answer gets a 304. */
  readonly etag: string | undefined;

  constructor(text: string, etag?: string) {
    this.text = text;
    this.etag = etag;
  }
}

/** For pages that ask again and again: null in place of what the page already has. */
export function answerNewer(
  { text, etag = '' }: JsonText,
  knownVersion: string | undefined,
  { name, others = {} }: { name: string; others?: Record<string, string> },
): JsonText {
  const version = etag.replaceAll('"', '');
  const rest = Object.entries({ version, ...others }).map(
    ([key, value]) => `"${key}":${JSON.stringify(value)}`,
  );
  return new JsonText(`{${rest.join(',')},"${name}":${version === knownVersion ? 'null' : text}}`);
}

/** Adds fields that are JSON already, such as a long list that is kept, to an answer that is written now. */
export function withJson(answer: object, fields: Record<string, string>): JsonText {
  const added = Object.entries(fields).map(([name, json]) => `,${JSON.stringify(name)}:${json}`);
  return new JsonText(`${JSON.stringify(answer).slice(0, -1)}${added.join('')}}`);
}

export function etagOf(text: string | Buffer): string {
  return `"${createHash('sha1').update(text).digest('base64url')}"`;
}

export function sendJsonText(request: FastifyRequest, reply: FastifyReply, answer: JsonText): FastifyReply {
  if (answer.etag) {
    reply.headers({ etag: answer.etag, 'cache-control': 'private, no-cache', vary: 'authorization' });
    if (isSameEtag(request.headers['if-none-match'], answer.etag)) return reply.code(304).send();
  }
  return reply.type('application/json; charset=utf-8').send(answer.text);
}

/** Ignores the W/ prefix that a compressing proxy adds. */
export function isSameEtag(header: string | undefined, etag: string): boolean {
  if (!header) return false;
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}
