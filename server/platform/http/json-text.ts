import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { gzipAround, type KeptText, type Surrounded } from './kept-text.ts';

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

/** An answer that is written now, with a long list in it that is kept. */
export class JsonAroundKept extends JsonText {
  readonly parts: Surrounded;

  constructor(parts: Surrounded) {
    super(`${parts.before}${parts.kept.text}${parts.after}`);
    this.parts = parts;
  }
}

/** Adds a field that is kept to the JSON of an object. */
export function withKept(json: string, name: string, kept: KeptText): JsonAroundKept {
  return new JsonAroundKept({ before: `${json.slice(0, -1)},${JSON.stringify(name)}:`, kept, after: '}' });
}

export function etagOf(text: string | Buffer): string {
  return `"${createHash('sha1').update(text).digest('base64url')}"`;
}

const JSON_TYPE = 'application/json; charset=utf-8';
/** Shorter answers are left to the compression of all others. */
const LEAST_LETTERS_KEPT = 16_000;

export async function sendJsonText(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: JsonText,
): Promise<FastifyReply> {
  if (answer.etag) {
    reply.headers({ etag: answer.etag, 'cache-control': 'private, no-cache', vary: 'authorization' });
    if (isSameEtag(request.headers['if-none-match'], answer.etag)) return reply.code(304).send();
  }
  if (answer instanceof JsonAroundKept && answer.text.length >= LEAST_LETTERS_KEPT && takesGzip(request)) {
    const bytes = await gzipAround(answer.parts);
    return reply.headers({ 'content-encoding': 'gzip', vary: 'accept-encoding' }).type(JSON_TYPE).send(bytes);
  }
  return reply.type(JSON_TYPE).send(answer.text);
}

function takesGzip({ headers }: FastifyRequest): boolean {
  const accepted = String(headers['accept-encoding'] ?? '').split(',');
  return accepted.some((coding) => /^\s*gzip\s*(;\s*q=(1|0?\.0*[1-9])[\d.]*\s*)?$/i.test(coding));
}

/** Ignores the W/ prefix that a compressing proxy adds. */
export function isSameEtag(header: string | undefined, etag: string): boolean {
  if (!header) return false;
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}
