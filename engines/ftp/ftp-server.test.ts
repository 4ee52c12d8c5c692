import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { makeCertificate } from './certificate.ts';
import { type FtpServer, startFtpServer } from './ftp-server.ts';
import type { FtpHost, FtpOptions } from './session.ts';

type Options = Partial<FtpOptions> & { maxConnections?: number; maxStrangers?: number };

const certificate = makeCertificate('localhost');
const running: FtpServer[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of running.splice(0)) await server.stop();
});

function rememberingHost() {
  const received: { path: string; body: string }[] = [];
  const host: FtpHost<string> = {
    logIn: async ({ user, password }) => (password === 'right' ? user : undefined),
    receive: async (_, { path, data }) => {
      const body = await text(data).catch(() => 'cut');
      received.push({ path, body });
      return body === 'cut' ? [426, 'Cut'] : [226, 'Received'];
    },
    sizeOf: async () => undefined,
    rename: async () => false,
    list: async () => [],
  };
  return { host, received };
}

async function start(options: Options = {}) {
  const complaints: unknown[] = [];
  const { host, received } = rememberingHost();
  const server = await startFtpServer(host, {
    port: 0,
    address: '127.0.0.1',
    allowsPlain: true,
    certificate: await certificate,
    complain: (error) => complaints.push(error),
    ...options,
  });
  running.push(server);
  return { server, received, complaints };
}

/** A control connection in the clear that reads one reply at a time. */
async function call({ server }: { server: FtpServer }) {
  const socket = connect(server.port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  const waiting: ((line: string) => void)[] = [];
  const lines: string[] = [];
  let rest = '';
  socket.on('data', (bytes) => {
    rest += bytes.toString();
    const whole = rest.split('\r\n');
    rest = whole.pop() ?? '';
    for (const line of whole) (waiting.shift() ?? ((late) => lines.push(late)))(line);
  });
  const hear = () => {
    const line = lines.shift();
    return line === undefined ? new Promise<string>((resolve) => waiting.push(resolve)) : line;
  };
  const say = async (line: string) => {
    socket.write(`${line}\r\n`);
    return hear();
  };
  const greeting = await hear();
  const logIn = async () => {
    await say('USER camera');
    return say('PASS right');
  };
  return { socket, greeting, say, hear, logIn };
}

async function openData(reply: string): Promise<Socket> {
  const socket = connect(Number(/\|(\d+)\|/.exec(reply)?.[1]), '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

test('a folder whose name ends like a command is a folder', async () => {
  const camera = await call(await start());
  await camera.logIn();
  expect(await camera.say('CWD /Mount Tabor')).toMatch(/^250/);
  expect(await camera.say('PWD')).toContain('"/Mount Tabor"');
});

test('an aborted upload is answered as cut, and then the abort is', async () => {
  const site = await start();
  const camera = await call(site);
  await camera.logIn();
  const data = await openData(await camera.say('EPSV'));
  expect(await camera.say('STOR a.jpg')).toMatch(/^150/);
  data.write('half of it');
  camera.socket.write(Buffer.from([0xff, 0xf4, 0xff, 0xf2]));
  expect(await camera.say('ABOR')).toMatch(/^426/);
  expect(await camera.hear()).toMatch(/^226/);
  expect(site.received).toEqual([{ path: '/a.jpg', body: 'cut' }]);
  expect(await camera.say('NOOP')).toMatch(/^200/);
});

test('an abort before the data connection does not wait for it', async () => {
  const camera = await call(await start());
  await camera.logIn();
  await camera.say('EPSV');
  expect(await camera.say('STOR a.jpg')).toMatch(/^150/);
  expect(await camera.say('ABOR')).toMatch(/^425/);
  expect(await camera.hear()).toMatch(/^226/);
});

test('a port of the range that somebody else uses is passed over', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as { port: number };
  const site = await start({ passivePorts: { from: port, to: port + 3 } });
  const camera = await call(site);
  await camera.logIn();
  for (let turn = 0; turn < 12; turn += 1) {
    const data = await openData(await camera.say('EPSV'));
    expect(await camera.say(`STOR ${turn}.jpg`)).toMatch(/^150/);
    data.end('picture');
    expect(await camera.hear()).toMatch(/^226/);
  }
  expect(site.complaints).toEqual([]);
  taken.close();
});

test('a range without a free port is answered, and the camera tries again', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as { port: number };
  const camera = await call(await start({ passivePorts: { from: port, to: port } }));
  await camera.logIn();
  expect(await camera.say('EPSV')).toMatch(/^425/);
  taken.close();
  await once(taken, 'close');
  expect(await camera.say('EPSV')).toMatch(/^229/);
});

test('a camera that hangs up while a port is being opened leaves none open', async () => {
  const free = createServer().listen(0, '127.0.0.1');
  await once(free, 'listening');
  const { port } = free.address() as { port: number };
  free.close();
  await once(free, 'close');
  const site = await start({ passivePorts: { from: port, to: port } });
  for (let turn = 0; turn < 5; turn += 1) {
    const camera = await call(site);
    await camera.logIn();
    camera.socket.write('EPSV\r\n');
    camera.socket.destroy();
  }
  const camera = await call(site);
  await camera.logIn();
  await expect.poll(() => camera.say('EPSV')).toMatch(/^229/);
});

test('who does not log in has little time, whatever they say', async () => {
  const site = await start({ logInMs: 300 });
  const stranger = await call(site);
  const camera = await call(site);
  await camera.logIn();
  const ended = once(stranger.socket, 'close');
  const chat = setInterval(() => stranger.socket.write('NOOP\r\n'), 50);
  await ended;
  clearInterval(chat);
  expect(await camera.say('NOOP')).toMatch(/^200/);
});

test('who does not log in leaves room for cameras from the same address', async () => {
  const site = await start({ maxStrangers: 2 });
  const [first, second] = [await call(site), await call(site)];
  expect((await call(site)).greeting).toMatch(/^421/);
  await first.logIn();
  expect((await call(site)).greeting).toMatch(/^220/);
  expect(second.greeting).toMatch(/^220/);
});

test('a connection that is refused or idle is closed, even if the other side keeps it open', async () => {
  const site = await start({ maxConnections: 1, idleMs: 200 });
  const open = (): Promise<unknown> => {
    const socket = connect({ port: site.server.port, host: '127.0.0.1', allowHalfOpen: true });
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.resume();
    return once(socket, 'end');
  };
  await Promise.all([open(), open()]);
  await expect.poll(async () => (await call(site)).greeting).toMatch(/^220/);
});

test('a camera in active mode is told what to change', async () => {
  const camera = await call(await start());
  await camera.logIn();
  for (const command of ['PORT 127,0,0,1,200,10', 'EPRT |1|127.0.0.1|51210|'])
    expect(await camera.say(command)).toMatch(/^502 .*passive mode/);
});

test('a line that never ends is answered and ends the connection', async () => {
  const camera = await call(await start());
  const ended = once(camera.socket, 'close');
  camera.socket.write('x'.repeat(10_000));
  expect(await camera.hear()).toMatch(/^500/);
  await ended;
});

test('names carry no control characters', async () => {
  const site = await start();
  const camera = await call(site);
  await camera.logIn();
  const data = await openData(await camera.say('EPSV'));
  expect(await camera.say('STOR a\0b\u0007.jpg')).toMatch(/^150/);
  data.end('picture');
  expect(await camera.hear()).toMatch(/^226/);
  expect(site.received).toEqual([{ path: '/ab.jpg', body: 'picture' }]);
});

test('a name is read as it was written, in UTF-8 or in Latin-1', async () => {
  const site = await start();
  const camera = await call(site);
  await camera.logIn();
  for (const encoding of ['utf8', 'latin1'] as const) {
    const data = await openData(await camera.say('EPSV'));
    const begun = camera.hear();
    for (const byte of Buffer.from('STOR Niña Müller.jpg\r\n', encoding))
      camera.socket.write(Buffer.from([byte]));
    expect(await begun).toMatch(/^150/);
    data.end(encoding);
    expect(await camera.hear()).toMatch(/^226/);
  }
  const path = '/Niña Müller.jpg';
  expect(site.received).toEqual([
    { path, body: 'utf8' },
    { path, body: 'latin1' },
  ]);
});
