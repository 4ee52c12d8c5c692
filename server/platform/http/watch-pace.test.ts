import { once } from 'node:events';
import { Agent, createServer, request as httpRequest, type OutgoingHttpHeaders } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { readConfig } from '#server/platform/config.ts';
import { createHttp } from '#server/platform/http/create-http.ts';
import { handle, handleRaw } from '#server/platform/http/handle.ts';
import { createLog } from '#server/platform/log.ts';
import { testDevices } from '#server/testing/devices.ts';
import { allowSlow, createPaceWatch, type Pace } from './watch-pace.ts';

const PACE: Pace = {
  headersMs: 400,
  checkEveryMs: 50,
  graceMs: 400,
  bytesPerSecond: 2_000,
  stallMs: 60_000,
  lingerMs: 20_000,
  lingerBytes: 30 * 1024 * 1024,
};
const MEGABYTE = 1024 * 1024;
const common = { access: 'public', tag: 'Test', summary: 'test' } as const;
const echo = endpoint({
  ...common,
  method: 'POST',
  path: '/echo',
  body: z.strictObject({ text: z.string().max(50_000) }),
  response: z.object({ length: z.int() }),
});
const large = endpoint({ ...common, method: 'GET', path: '/large', response: z.array(z.string()) });
const file = endpoint({ ...common, method: 'GET', path: '/file', response: z.unknown(), raw: true });

let app: FastifyInstance;
let port = 0;
const sockets: Socket[] = [];

const createApp = (pace?: { pace: Pace }) =>
  createHttp({
    config: readConfig({ NODE_ENV: 'test' }),
    log: createLog('silent'),
    version: '0',
    takeHits: async () => ({ giveBack: async () => undefined }),
    devices: testDevices(),
    authenticate: () => Promise.reject(new Error('nobody logs in here')),
    ...pace,
    mountApi(api) {
      handle(api, echo, async ({ body }) => ({ length: body.text.length }));
      handle(api, large, async () => Array(30).fill('x'.repeat(MEGABYTE)));
      const content = Buffer.alloc(30 * MEGABYTE);
      handleRaw(api, file, async () => ({
        sizeBytes: content.length,
        etag: '"1"',
        content,
        headers: { 'content-type': 'application/zip' },
      }));
      api.register(async (uploads) => {
        uploads.removeAllContentTypeParsers();
        uploads.addContentTypeParser('*', (_request, _payload, done) => done(null));
        uploads.post('/upload', async (request, reply) => {
          allowSlow(request.raw);
          let bytes = 0;
          for await (const chunk of request.raw) bytes += chunk.length;
          return reply.send({ bytes });
        });
      });
    },
  });

beforeAll(async () => {
  app = await createApp({ pace: PACE });
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await app.close();
});

async function dial(): Promise<Socket & { text(): string }> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  let received = '';
  return Object.assign(socket, {
    text() {
      received += socket.read()?.toString('latin1') ?? '';
      return received;
    },
  });
}

const closed = (socket: Socket) =>
  new Promise<void>((resolve) => {
    if (socket.closed) resolve();
    else socket.once('close', () => resolve());
  });
const post = (path: string, length: number) =>
  `POST /api${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;

async function trickle(socket: Socket, pieces: string[], everyMs: number): Promise<void> {
  for (const piece of pieces) {
    if (socket.destroyed) return;
    socket.write(piece);
    await sleep(everyMs);
  }
}

describe('a slow client', () => {
  test('that sends nothing, or headers bit by bit, is closed, six hundred at once', async () => {
    const silent = await Promise.all(Array.from({ length: 600 }, dial));
    const bitByBit = await dial();
    for (const socket of [...silent, bitByBit]) socket.resume();
    const endless = trickle(bitByBit, ['GET /api/large HTTP/1.1\r\n', ...Array(500).fill('x: y\r\n')], 20);
    await Promise.all([...silent, bitByBit].map(closed));
    await endless;
  });

  test('that sends its body bit by bit gets 408', async () => {
    const socket = await dial();
    await trickle(socket, [post('/echo', 40_000), '{"text":"', ...Array(2_000).fill('x')], 20);
    await closed(socket);
    expect(socket.text()).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('that does not read its answer is closed', async () => {
    const accepted = once(app.server, 'connection');
    const socket = await dial();
    socket.pause();
    socket.write('GET /api/large HTTP/1.1\r\nhost: x\r\n\r\n');
    const [ours] = (await accepted) as [Socket];
    await closed(ours);
    socket.resume();
    await closed(socket);
    expect(socket.bytesRead).toBeLessThan(30 * MEGABYTE);
  });

  test('may upload a photo at its own pace', async () => {
    const socket = await dial();
    await trickle(socket, [post('/upload', 40), ...Array(40).fill('x')], 40);
    await once(socket, 'readable');
    expect(socket.text()).toMatch(/^HTTP\/1\.1 200 [\s\S]*"bytes":40/);
  });

  test('may read a download at its own pace', async () => {
    const socket = await dial();
    socket.pause();
    socket.write('GET /api/file HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
    await sleep(4 * PACE.graceMs);
    socket.resume();
    await closed(socket);
    expect(socket.bytesRead).toBeGreaterThan(30 * MEGABYTE);
  });
});

test('a real server waits 15 seconds for headers, and keeps connections of a proxy open', async () => {
  const { server, close } = await createApp();
  expect(server).toMatchObject({ headersTimeout: 15_000, requestTimeout: 0, keepAliveTimeout: 72_000 });
  await close();
});

test('an honest body of the size limit is read', async () => {
  // At the pace of these tests a machine that stands still for a moment would look like a slow client.
  const patient = await createApp();
  const address = await patient.listen({ port: 0, host: '127.0.0.1' });
  const answer = await fetch(`${address}/api/echo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'x'.repeat(50_000) }),
  });
  expect([answer.status, await answer.json()]).toEqual([200, { length: 50_000 }]);
  await patient.close();
});

describe('a body that is too large', () => {
  const sendWhole = (headers: OutgoingHttpHeaders, bytes: number) =>
    new Promise<number>((resolve, reject) => {
      const sent = httpRequest({ port, host: '127.0.0.1', path: '/api/echo', method: 'POST', headers });
      sent.on('response', (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
      });
      sent.on('error', reject);
      sent.end(Buffer.alloc(bytes, 0x20));
    });

  test.each(['with its length', 'in chunks'])(
    'is answered 413 even while 10 MB are still sent (%s)',
    async (how) => {
      const bytes = 10 * MEGABYTE;
      const length = how === 'in chunks' ? { 'transfer-encoding': 'chunked' } : { 'content-length': bytes };
      for (let i = 0; i < 5; i++) {
        expect(await sendWhole({ 'content-type': 'application/json', ...length }, bytes)).toBe(413);
      }
    },
  );

  test('is not read for ever', async () => {
    const socket = await dial();
    socket.resume();
    const endless = 1024 * MEGABYTE;
    socket.write(post('/echo', endless));
    const piece = Buffer.alloc(MEGABYTE);
    while (!socket.destroyed && socket.bytesWritten < endless) {
      if (!socket.write(piece))
        await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed(socket)]);
    }
    expect(socket.bytesWritten).toBeLessThan(endless);
  });
});

test('a connection holds its newest request only, however many it has sent', async () => {
  const { watch, count, stop } = createPaceWatch({ ...PACE, checkEveryMs: 60_000 });
  const server = createServer((request, response) => {
    watch(request, response);
    response.end('ok');
  }).listen(0, '127.0.0.1');
  try {
    await once(server, 'listening');
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = () =>
      new Promise<void>((resolve, reject) => {
        const { port } = server.address() as AddressInfo;
        httpRequest({ port, host: '127.0.0.1', agent }, (answer) => answer.resume().on('end', resolve))
          .on('error', reject)
          .end();
      });
    for (let turn = 0; turn < 50; turn++) await ask();
    expect(count()).toBeLessThan(3);
    agent.destroy();
  } finally {
    server.close();
    stop();
  }
});
