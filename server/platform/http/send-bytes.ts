import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ByteRange } from '#server/platform/storage/storage.ts';
import { etagOf, isSameEtag } from './etags.ts';

/** Writes the body at the client's pace, after the headers and without ending the response. */
export type StreamBody = (response: ServerResponse) => Promise<void>;

export type Bytes = {
  sizeBytes: number;
  /** A strong tag: it must change with every byte. */
  etag: string;
  content: Buffer | ((range: ByteRange) => Promise<Buffer | Pooled | Readable | StreamBody>);
  /** Ignores a Range without If-Range, because the client may hold part of another version. */
  resumesByEtagOnly?: boolean;
  headers: Record<string, string>;
};

export function wholeFile(content: Buffer, type: string, headers: Record<string, string>): Bytes {
  return {
    content,
    sizeBytes: content.length,
    etag: etagOf(content),
    headers: { 'content-type': type, ...headers },
  };
}

/** A browser must not take a file for anything but its type, and other sites must not embed it. */
const PROTECTED = { 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' };

/** Supports caches and resumed downloads: ETag, If-None-Match, Range and If-Range. */
export async function sendBytes(
  request: IncomingMessage,
  response: ServerResponse,
  bytes: Bytes,
): Promise<void> {
  const { sizeBytes, etag } = bytes;
  const headers = { ...PROTECTED, ...bytes.headers };
  if (isSameEtag(request.headers['if-none-match'], etag)) {
    response.writeHead(304, { ...headers, etag }).end();
    return;
  }
  const range = readRange(request, bytes);
  if (range === 'unsatisfiable') {
    response.writeHead(416, { 'content-range': `bytes */${sizeBytes}`, 'cache-control': 'no-store' }).end();
    return;
  }
  const part = range ?? { start: 0, endExclusive: sizeBytes };
  const content = await openContent(request, bytes.content, part);
  response.writeHead(range ? 206 : 200, {
    ...headers,
    etag,
    'accept-ranges': 'bytes',
    'content-length': part.endExclusive - part.start,
    ...(range ? { 'content-range': `bytes ${part.start}-${part.endExclusive - 1}/${sizeBytes}` } : {}),
  });
  if (content instanceof Readable) return pipeline(content, response);
  if (typeof content === 'function') {
    await content(response);
    response.end();
  } else if (content && 'release' in content) {
    // A response finishes when the system has taken its last byte. One that breaks off never does.
    response.once('finish', content.release).end(content.buffer);
  } else {
    response.end(content);
  }
}

async function openContent(
  { method }: IncomingMessage,
  content: Bytes['content'],
  part: ByteRange,
): Promise<Buffer | Pooled | Readable | StreamBody | undefined> {
  if (method === 'HEAD') return undefined;
  return Buffer.isBuffer(content) ? content.subarray(part.start, part.endExclusive) : content(part);
}

/** Answers several ranges or a stale If-Range with the whole file, as HTTP allows. */
function readRange(
  { headers, method }: IncomingMessage,
  { sizeBytes, etag, resumesByEtagOnly }: Bytes,
): ByteRange | 'unsatisfiable' | undefined {
  if (headers.range === undefined || method !== 'GET') return undefined;
  const ifRange = headers['if-range'];
  if (ifRange !== undefined && ifRange !== etag) return undefined;
  if (ifRange === undefined && resumesByEtagOnly) return undefined;
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(headers.range.trim()) ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes);
    return length === 0 ? 'unsatisfiable' : { start: sizeBytes - length, endExclusive: sizeBytes };
  }
  const start = Number(first);
  if (start >= sizeBytes) return 'unsatisfiable';
  const endExclusive = last === '' ? sizeBytes : Math.min(Number(last) + 1, sizeBytes);
  return endExclusive <= start ? undefined : { start, endExclusive };
}

/** A buffer that belongs to one answer until it is released. */
export type Pooled = { buffer: Buffer; release(): void };

const PIECE_BYTES = 512 * 1024;
const MAX_FREE = 16;

const free: Buffer[] = [];

/**
 * Buffers for answers that are put together for one person. Without the pool each marked preview is allocated and collected
 * anew, and many people who look at the same ones get 0.41 of the rate of a bare server instead of 0.59
 * (`npm run bench:images`). A buffer that is never released is left to the garbage collector. It has what its last user
 * left in it.
 */
export function takeBuffer(bytes: number): Pooled {
  if (bytes > PIECE_BYTES) return { buffer: Buffer.allocUnsafeSlow(bytes), release: () => undefined };
  const piece = free.pop() ?? Buffer.allocUnsafeSlow(PIECE_BYTES);
  let isTaken = true;
  return {
    buffer: piece.subarray(0, bytes),
    release() {
      // Released twice, it would be given to two people at once.
      if (isTaken && free.length < MAX_FREE) free.push(piece);
      isTaken = false;
    },
  };
}

/** Includes an ASCII fallback for browsers that do not read the UTF-8 name. */
export function attachment(fileName: string): string {
  const ascii = fileName.replace(/[^\w. ()-]/g, '_');
  const utf8 = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${utf8}`;
}
