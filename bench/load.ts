// Runs in a process of its own for images.ts and calls.ts, and sends requests over keep-alive connections.
import { connect } from 'node:net';

export type Load = {
  port: number;
  paths: string[];
  connections: number;
  seconds: number;
  token?: string;
  /** The load posts this as JSON. */
  body?: string;
};

const HEADERS_END = Buffer.from('\r\n\r\n');

function headOf({ token, body }: Load): string {
  const lines = [
    'host: bench',
    ...(token ? [`authorization: Bearer ${token}`] : []),
    ...(body ? ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`] : []),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`;
}

function runConnection(load: Load, isOver: () => boolean, count: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(load.port, '127.0.0.1');
    const [method, rest] = [load.body ? 'POST' : 'GET', headOf(load)];
    let missing = 0;
    let head = Buffer.alloc(0);
    const ask = () => {
      if (isOver()) return socket.end();
      const path = load.paths[Math.floor(Math.random() * load.paths.length)];
      socket.write(`${method} ${path} HTTP/1.1\r\n${rest}`);
    };
    const finish = () => {
      head = Buffer.alloc(0);
      count();
      ask();
    };
    socket.on('data', (chunk) => {
      if (missing > 0) {
        missing -= chunk.length;
        if (missing === 0) finish();
        return;
      }
      head = head.length > 0 ? Buffer.concat([head, chunk]) : chunk;
      const end = head.indexOf(HEADERS_END);
      if (end === -1) return;
      const text = head.toString('latin1', 0, end);
      if (!text.startsWith('HTTP/1.1 200')) return reject(new Error(text));
      missing = Number(/content-length: (\d+)/i.exec(text)?.[1]) - (head.length - end - HEADERS_END.length);
      if (missing === 0) finish();
    });
    socket
      .on('connect', ask)
      .on('close', () => resolve())
      .on('error', reject);
  });
}

process.on('message', async (load: Load) => {
  let answered = 0;
  const end = performance.now() + load.seconds * 1000;
  const connection = () =>
    runConnection(
      load,
      () => performance.now() > end,
      () => {
        answered += 1;
      },
    );
  await Promise.all(Array.from({ length: load.connections }, connection));
  process.send?.(answered / load.seconds);
});
