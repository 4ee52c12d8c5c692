// The baseline of images.ts: it checks an HMAC and sends the file. It has no framework, no ranges and no cache headers.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { derivativeKey } from '#server/modules/images/image-keys.ts';
import { serveBare } from './bare-process.ts';

export type BareSetUp = { key: string; photos: string };

serveBare(({ key, photos }: BareSetUp) => {
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
});
