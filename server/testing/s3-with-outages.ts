import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';

export type TestS3 = {
  environment: Record<string, string>;
  /** While it returns true for a request, the connection is closed without an answer. */
  isAway: (method: string, path: string) => boolean;
  listKeys(prefix: string): string[];
  close(): Promise<void>;
};

/** An S3 server that can stop answering some requests. */
export async function startTestS3(): Promise<TestS3> {
  const folder = mkdtempSync(join(tmpdir(), 'encore-s3-'));
  const bucket = 'photos';
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: folder,
    configureBuckets: [{ name: bucket, configs: [] }],
  });
  const { port } = await server.run();
  const front = createServer((incoming, answer) => {
    if (s3.isAway(incoming.method ?? '', incoming.url ?? '')) incoming.socket.destroy();
    else forward(incoming, answer, port);
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const s3: TestS3 = {
    environment: {
      S3_ENDPOINT: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
      S3_REGION: 'us-east-1',
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    isAway: () => false,
    listKeys(prefix) {
      const names = readdirSync(join(folder, bucket), { recursive: true }) as string[];
      return names.filter((name) => name.startsWith(prefix) && name.endsWith('._S3rver_object'));
    },
    async close() {
      front.closeAllConnections();
      front.close();
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return s3;
}

function forward(incoming: IncomingMessage, answer: ServerResponse, port: number): void {
  const { method, url, headers } = incoming;
  const onward = request({ host: '127.0.0.1', port, method, path: url, headers }, (response) => {
    answer.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(answer);
  });
  onward.on('error', () => answer.destroy());
  incoming.pipe(onward);
}
