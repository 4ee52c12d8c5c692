// What the baselines serve: the least that a server must do for the same answers.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { verify } from '@node-rs/argon2';
import pg from 'pg';
import { derivativeKey } from '#server/modules/images/image-keys.ts';

export type RawSetUp = { databaseUrl: string; statements: Record<string, string>; passwordHash: string };
export type BareSetUp = { key: string; photos: string };

/** One prepared statement per call builds the whole answer as JSON. No session and no input is checked. */
export function answerCalls({ databaseUrl, statements, passwordHash }: RawSetUp): RequestListener {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 12 });
  return async (request, response) => {
    const name = (request.url ?? '').slice(1);
    if (request.method === 'POST') {
      for await (const _ of request);
      if (!(await verify(passwordHash, 'encore-demo'))) throw new Error('the password should fit');
    }
    const { rows } = await pool.query<{ body: string }>({ name, text: statements[name] ?? 'select 1' });
    const body = rows[0]?.body ?? '';
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    });
    response.end(body);
  };
}

/** Checks an HMAC and sends the file, without a framework, ranges and cache headers. */
export function sendPictures({ key, photos }: BareSetUp): RequestListener {
  const secret = Buffer.from(key, 'base64');
  return async (request, response) => {
    const [path = '', token = ''] = (request.url ?? '').split('?auth=');
    const [, , , folder = '', name = ''] = path.split('/');
    const claims = token.slice(0, token.lastIndexOf('.'));
    const mac = createHmac('sha256', secret).update(`${folder}.${claims}`).digest('base64url');
    const given = Buffer.from(token.slice(claims.length + 1));
    if (!timingSafeEqual(given, Buffer.from(mac.slice(0, 22)))) return response.writeHead(403).end();
    const [id, variant] = name.split('.');
    const kind = variant === 'thumb' ? 'thumb' : 'preview';
    const file = await readFile(join(photos, derivativeKey(folder, Number(id), kind)));
    response.writeHead(200, { 'content-type': 'image/webp', 'content-length': file.length }).end(file);
  };
}
