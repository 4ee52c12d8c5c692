// The baseline: the least that a server must do for the same answers, in its own process. It serves once it is told how,
// and reports its port.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { verify } from '@node-rs/argon2';
import pg from 'pg';
import { derivativeKey } from '#server/modules/images/image-keys.ts';

/** Calls need a database, pictures a key and a folder. */
export type BareSetUp = {
  databaseUrl?: string;
  statements?: Record<string, string>;
  passwordHash?: string;
  key?: string;
  photos?: string;
};

/** One prepared statement per call builds the whole answer as JSON. No session and no input is checked. */
function answerCalls({ databaseUrl, statements = {}, passwordHash = '' }: BareSetUp): RequestListener {
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
function sendImages({ key = '', photos = '' }: BareSetUp): RequestListener {
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

// The benchmark may be ended before it can end its baseline.
process.on('disconnect', () => process.exit());
process.on('message', (setUp: BareSetUp) => {
  const [calls, pictures] = [answerCalls(setUp), sendImages(setUp)];
  const server = createServer((request, response) =>
    (request.url?.startsWith('/api/images/') ? pictures : calls)(request, response),
  );
  server.listen(0, '127.0.0.1', () => {
    process.send?.((server.address() as AddressInfo).port);
  });
});
