import { ingestEndpoints, UPLOADS_PATH } from '#contract/endpoints/ingest.ts';
import { callShop, visitorHeaders } from './prepare.ts';

const UPLOAD_MS = 20_000;

export type PhotoToSend = { name: string; bytes: Buffer; eventId: number; albumId: number };

/**
 * Returns a function that sends the photo in two halves and returns why it failed, if it did. Called again, it asks how much
 * has arrived and goes on from there.
 */
export function prepareUpload(
  site: string,
  token: string,
  { name, bytes, eventId, albumId }: PhotoToSend,
): () => Promise<string | undefined> {
  let batch: string | undefined;
  let location: string | undefined;
  return async () => {
    if (!batch) {
      const body = { event: eventId, album: albumId, total_files: 1 };
      const opened = await callShop(site, ingestEndpoints.openBatch, { token, body });
      if (opened.status !== 200) return `${opened.status} ${opened.code}`;
      batch = opened.body.id;
    }
    if (!location) {
      const metadata = Object.entries({ batch, filename: name }).map(
        ([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`,
      );
      const created = await tus(new URL(UPLOADS_PATH, site), token, 'POST', {
        'upload-length': String(bytes.length),
        'upload-metadata': metadata.join(','),
      });
      location = created.headers.get('location') ?? undefined;
      if (!location) return `${created.status} creating`;
    }
    const address = new URL(location, site);
    const asked = await tus(address, token, 'HEAD');
    if (asked.status !== 200) return `${asked.status} asking`;
    let offset = Number(asked.headers.get('upload-offset'));
    while (offset < bytes.length) {
      const end = offset < bytes.length / 2 ? Math.ceil(bytes.length / 2) : bytes.length;
      const headers = { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' };
      const sent = await tus(address, token, 'PATCH', headers, bytes.subarray(offset, end));
      if (sent.status !== 204) return `${sent.status} sending`;
      offset = Number(sent.headers.get('upload-offset'));
    }
    return undefined;
  };
}

async function tus(
  address: URL,
  token: string,
  method: string,
  headers: { [name: string]: string } = {},
  body?: Buffer,
): Promise<Response> {
  const response = await fetch(address, {
    method,
    headers: { ...visitorHeaders(token), 'tus-resumable': '1.0.0', ...headers },
    signal: AbortSignal.timeout(UPLOAD_MS),
    ...(body ? { body: new Uint8Array(body) } : {}),
  });
  await response.arrayBuffer();
  return response;
}
