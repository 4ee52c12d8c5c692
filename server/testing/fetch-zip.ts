import { get, type IncomingMessage } from 'node:http';
import { sql } from 'kysely';
import { downloadEndpoints } from '#contract/endpoints/downloads.ts';
import { prepareAlbumJob } from '#server/modules/catalogue/prepare-soon.ts';
import { eventually, type TestUser } from './factories.ts';
import type { TestApp } from './test-app.ts';

/** Waits until the album's zip is prepared and returns its address. */
export async function zipPath(testApp: TestApp, { token }: TestUser, id: number): Promise<string> {
  const { status, body, error } = await eventually(async () => {
    const answer = await testApp.call(downloadEndpoints.downloadAlbum, { params: { id }, token });
    return answer.status === 202 ? undefined : answer;
  }, 'an address');
  if (status !== 200) throw new Error(error.code);
  return body.url;
}

export type Transfer = {
  status: number;
  headers: IncomingMessage['headers'];
  body: Buffer;
  /** It is false if the connection broke before all announced bytes arrived. */
  isComplete: boolean;
};

type Wish = {
  headers?: Record<string, string>;
  /** The transfer pauses after its first bytes until this is done. */
  atFirstBytes?: () => Promise<void>;
  /** The client closes the connection after this many bytes. */
  stopAfter?: number;
};

/** Uses a real connection, because injected requests cannot pause or break. */
export function fetchZip(
  url: string,
  { headers = {}, atFirstBytes, stopAfter }: Wish = {},
): Promise<Transfer> {
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    const request = get(url, { headers, agent: false }, (response) => {
      isAnswered = true;
      const pieces: Buffer[] = [];
      let bytes = 0;
      let isFirst = true;
      response.on('data', (piece: Buffer) => {
        pieces.push(piece);
        bytes += piece.length;
        if (stopAfter !== undefined && bytes >= stopAfter) return request.destroy();
        if (!isFirst || !atFirstBytes) return;
        isFirst = false;
        response.pause();
        atFirstBytes().then(() => response.resume(), reject);
      });
      response.on('error', () => undefined);
      response.on('close', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(pieces),
          isComplete: response.complete,
        }),
      );
    });
    request.on('error', (error) => {
      if (isAnswered) return;
      const isHangUp = (error as NodeJS.ErrnoException).code === 'ECONNRESET';
      if (isHangUp) resolve({ status: 0, headers: {}, body: Buffer.alloc(0), isComplete: false });
      else reject(error);
    });
  });
}

export function prepareFailure({ context }: TestApp, albumId: number): Promise<string> {
  return eventually(async () => {
    const { rows } = await sql<{ message: string }>`
      select output ->> 'message' as message from pgboss.job
      where name = ${prepareAlbumJob.name} and data ->> 'albumId' = ${String(albumId)} and output is not null
    `.execute(context.db);
    return rows[0]?.message;
  }, `a failed preparation of album ${albumId}`);
}
