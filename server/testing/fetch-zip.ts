import { get, type IncomingMessage } from 'node:http';
import { sql } from 'kysely';
import { downloadEndpoints } from '#contract/endpoints/downloads.ts';
import { prepareAlbumJob } from '#server/modules/images/prepare-album.ts';
import { eventually, type TestUser } from './factories.ts';
import type { TestApp } from './test-app.ts';

/** The address of an owned album's zip, once the album is prepared. */
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
  /** False when the connection broke before all announced bytes were there. */
  isComplete: boolean;
};

type Wish = {
  headers?: Record<string, string>;
  /** Called once, with the transfer at rest after its first bytes; it goes on when this is done. */
  atFirstBytes?: () => Promise<void>;
  /** Hang up after so many bytes. */
  stopAfter?: number;
};

/** A client on a real connection, as patient or impatient as wanted. */
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

/** Why preparing the album failed the last time. */
export function prepareFailure({ context }: TestApp, albumId: number): Promise<string> {
  return eventually(async () => {
    const { rows } = await sql<{ message: string }>`
      select output ->> 'message' as message from pgboss.job
      where name = ${prepareAlbumJob.name} and data ->> 'albumId' = ${String(albumId)} and output is not null
    `.execute(context.db);
    return rows[0]?.message;
  }, `a failed preparation of album ${albumId}`);
}
