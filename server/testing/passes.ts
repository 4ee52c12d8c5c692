import { UPLOADS_PATH } from '#contract/endpoints/ingest.ts';
import { PASS_HEADER, passEndpoints } from '#contract/endpoints/passes.ts';
import { buildUser } from './factories.ts';
import type { TestApp } from './test-app.ts';

export type TestPass = { id: number; token: string; label: string };

export async function buildPass(testApp: TestApp, eventId: number, label: string): Promise<TestPass> {
  const { token } = await buildUser(testApp, { role: 'customer_support' });
  const made = await testApp.call(passEndpoints.makePass, {
    token,
    params: { id: eventId },
    body: { label },
  });
  if (made.status !== 200) throw new Error(`no pass was made: ${made.status}`);
  return { id: made.body.id, token: made.body.token, label };
}

type Request = { headers?: Record<string, string>; body?: Buffer };

/** Uploads with the tus protocol, as a photographer's phone does. */
export function passUploads(address: () => string, secret: string) {
  const send = (method: string, path: string, { headers = {}, body }: Request = {}) =>
    fetch(`${address()}${path}`, {
      method,
      headers: { 'tus-resumable': '1.0.0', [PASS_HEADER]: secret, ...headers },
      ...(body ? { body: new Uint8Array(body) } : {}),
    });
  const encode = (text: string) => Buffer.from(text).toString('base64');
  const create = (batch: string, sizeBytes: number, name: string) =>
    send('POST', UPLOADS_PATH, {
      headers: {
        'upload-length': String(sizeBytes),
        'upload-metadata': `batch ${encode(batch)},filename ${encode(name)}`,
      },
    });
  const patch = (path: string, offset: number, body: Buffer) =>
    send('PATCH', path, {
      headers: { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
      body,
    });
  return {
    send,
    create,
    patch,
    async upload(batch: string, photo: Buffer, name: string): Promise<number> {
      const created = await create(batch, photo.length, name);
      if (created.status !== 201) return created.status;
      return (await patch(created.headers.get('location') ?? '', 0, photo)).status;
    },
  };
}
