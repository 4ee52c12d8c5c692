import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UPLOADS_PATH } from '#contract/endpoints/ingest.ts';
import { eventually } from './factories.ts';

/** Waits until so many bytes of an upload have arrived in the folder of the process that takes them. */
export async function untilSpooled(folder: string, sizeBytes: number): Promise<void> {
  await eventually(async () => {
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.spool'));
    const files = await Promise.all(names.map((name) => stat(join(folder, name)).catch(() => undefined)));
    return files.some((file) => file?.size === sizeBytes) || undefined;
  }, `${sizeBytes} bytes of an upload`);
}

type Request = { headers?: Record<string, string>; body?: Buffer | ReadableStream };

/** Uploads with the tus protocol, as a browser or phone does. The address may differ from request to request. */
export function tusUploads(address: () => string, rights: () => Record<string, string>) {
  const send = (method: string, path: string, { headers = {}, body }: Request = {}) =>
    fetch(`${address()}${path}`, {
      method,
      headers: { 'tus-resumable': '1.0.0', ...rights(), ...headers },
      ...(body ? { body, duplex: 'half' } : {}),
    } as RequestInit);
  const encode = (text: string) => Buffer.from(text).toString('base64');
  const create = (batch: string, sizeBytes: number, name: string) =>
    send('POST', UPLOADS_PATH, {
      headers: {
        'upload-length': String(sizeBytes),
        'upload-metadata': `batch ${encode(batch)},filename ${encode(name)}`,
      },
    });
  const patch = (path: string, offset: number, body: Buffer | ReadableStream) =>
    send('PATCH', path, {
      headers: { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
      body,
    });
  return {
    send,
    create,
    patch,
    async begin(batch: string, sizeBytes: number, name: string): Promise<string> {
      const created = await create(batch, sizeBytes, name);
      if (created.status !== 201) throw new Error(`no upload was begun: ${created.status}`);
      return created.headers.get('location') ?? '';
    },
    async readOffset(path: string): Promise<number> {
      return Number((await send('HEAD', path)).headers.get('upload-offset') ?? Number.NaN);
    },
    async upload(batch: string, photo: Buffer, name: string): Promise<number> {
      const created = await create(batch, photo.length, name);
      if (created.status !== 201) return created.status;
      return (await patch(created.headers.get('location') ?? '', 0, photo)).status;
    },
  };
}
