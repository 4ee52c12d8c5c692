import { once } from 'node:events';
import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
} from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { endpointsOf } from '#contract/endpoint.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { createLog } from '#server/platform/operations/log.ts';
import { testDevices } from '#server/testing/devices.ts';
import { createHttp } from './create-http.ts';
import { handle, handleRaw } from './handle.ts';
import { allowSlow, createSlowClientGuard, type Pace } from './slow-client-guard.ts';

const endpoint = endpointsOf('Test');

const MEGABYTE = 1024 * 1024;
/** Node waits for headers by its own clock; all other times pass when a test says so. */
const PACE: Pace = {
  headersMs: 400,
  checkEveryMs: 5_000,
  graceMs: 20_000,
  bytesPerSecond: MEGABYTE,
  stallMs: 120_000,
  lingerMs: 30_000,
  lingerBytes: 30 * MEGABYTE,
};
const common = { access: 'public', summary: 'test' } as const;
const echo = endpoint('POST /echo', {
  ...common,
  body: z.strictObject({ text: z.string().max(50_000) }),
  response: z.object({ length: z.int() }),
});
const large = endpoint('GET /large', { ...common, response: z.array(z.string()) });
const file = endpoint('GET /file', { ...common, response: z.unknown(), raw: true });

let app: FastifyInstance;
let port = 0;
const sockets: Socket[] = [];

const createApp = (pace?: { pace: Pace }) =>
  createHttp({
    config: readConfig({ NODE_ENV: 'test' }),
    log: createLog('silent'),
    version: '0',
    consumeRateLimits: async () => ({ giveBack: async () => undefined }),
    findMailboxKey: async (email) => email,
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
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  app = await createApp({ pace: PACE });
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await app.close();
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTime(ms);

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

/** Resolves to the request and our end of its connection once its headers have arrived. */
async function nextRequest(): Promise<{ request: IncomingMessage; ours: Socket }> {
  const [request] = (await once(app.server, 'request')) as [IncomingMessage];
  return { request, ours: request.socket };
}

const untilRead = (ours: Socket, bytes: number) => expect.poll(() => ours.bytesRead).toBe(bytes);
const untilBlocked = (ours: Socket) => expect.poll(() => ours.writableLength).toBeGreaterThan(0);

describe('a slow client', () => {
  test('that sends nothing, or headers bit by bit, is closed, six hundred at once', async () => {
    const silent = await Promise.all(Array.from({ length: 600 }, dial));
    const bitByBit = await dial();
    for (const socket of [...silent, bitByBit]) socket.resume();
    bitByBit.write('GET /api/large HTTP/1.1\r\n');
    while (!bitByBit.destroyed) {
      bitByBit.write('x: y\r\n');
      await sleep(20);
    }
    await Promise.all(silent.map(closed));
  });

  test('that sends its body bit by bit gets 408', async () => {
    const socket = await dial();
    const arriving = nextRequest();
    const head = post('/echo', 40_000);
    socket.write(head);
    const { ours } = await arriving;
    const piece = 'x'.repeat(1_000);
    for (let sent = 1; sent <= 3; sent += 1) {
      socket.write(piece);
      await untilRead(ours, head.length + sent * piece.length);
      pass(PACE.checkEveryMs);
    }
    expect(ours.writableEnded).toBe(false);
    pass(2 * PACE.checkEveryMs);
    await once(socket, 'readable');
    expect(socket.text()).toMatch(/^HTTP\/1\.1 408 /);
    socket.resume();
    await closed(socket);
  });

  test('that does not read its answer is closed', async () => {
    const socket = await dial();
    socket.pause();
    const arriving = nextRequest();
    socket.write('GET /api/large HTTP/1.1\r\nhost: x\r\n\r\n');
    const { ours } = await arriving;
    await untilBlocked(ours);
    pass(PACE.graceMs);
    expect(ours.destroyed).toBe(false);
    pass(40_000);
    expect(ours.destroyed).toBe(true);
    socket.resume();
    await closed(socket);
    expect(socket.bytesRead).toBeLessThan(30 * MEGABYTE);
  });

  test('may upload a photo at its own pace', async () => {
    const socket = await dial();
    const arriving = nextRequest();
    const head = post('/upload', 10);
    socket.write(head);
    const { ours } = await arriving;
    for (let sent = 1; sent <= 10; sent += 1) {
      pass(PACE.graceMs);
      socket.write('x');
      await untilRead(ours, head.length + sent);
    }
    await once(socket, 'readable');
    expect(socket.text()).toMatch(/^HTTP\/1\.1 200 [\s\S]*"bytes":10/);
  });

  test('may read a download at its own pace', async () => {
    const socket = await dial();
    socket.pause();
    const arriving = nextRequest();
    socket.write('GET /api/file HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
    const { ours } = await arriving;
    await untilBlocked(ours);
    pass(4 * PACE.graceMs);
    socket.resume();
    await closed(socket);
    expect(socket.bytesRead).toBeGreaterThan(30 * MEGABYTE);
  });

  test('that stands still in an upload is closed', async () => {
    const socket = await dial();
    socket.resume();
    const arriving = nextRequest();
    socket.write(post('/upload', 10));
    await arriving;
    pass(PACE.stallMs + 2 * PACE.checkEveryMs);
    await closed(socket);
  });
});

test('a real server waits 15 seconds for headers, and keeps connections of a proxy open', async () => {
  const { server, close } = await createApp();
  expect(server).toMatchObject({ headersTimeout: 15_000, requestTimeout: 0, keepAliveTimeout: 72_000 });
  await close();
});

test('an honest body of the size limit is read', async () => {
  const answer = await fetch(`http://127.0.0.1:${port}/api/echo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'x'.repeat(50_000) }),
  });
  expect([answer.status, await answer.json()]).toEqual([200, { length: 50_000 }]);
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
      pass(PACE.checkEveryMs);
      if (!socket.write(piece))
        await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed(socket)]);
    }
    expect(socket.bytesWritten).toBeLessThan(endless);
  });
});

test('a connection holds its newest request only, however many it has sent', async () => {
  const { watch, count, stop } = createSlowClientGuard({ ...PACE, checkEveryMs: 60_000 });
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
