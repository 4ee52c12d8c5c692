// Runs in a process of its own for images.ts, and sends requests over keep-alive connections.
import { connect } from 'node:net';

export type Load = { port: number; paths: string[]; connections: number; seconds: number };

const HEADERS_END = Buffer.from('\r\n\r\n');

function runConnection({ port, paths }: Load, isOver: () => boolean, count: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let missing = 0;
    let head = Buffer.alloc(0);
    const ask = () => {
      if (isOver()) return socket.end();
      const path = paths[Math.floor(Math.random() * paths.length)];
      socket.write(`GET ${path} HTTP/1.1\r\nhost: bench\r\n\r\n`);
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
