import { connect } from 'node:net';

export type Asked = { path: string; token?: string | undefined; body?: string | undefined };

const HEADERS_END = Buffer.from('\r\n\r\n');

function write({ path, token, body }: Asked): string {
  const lines = [
    `${body ? 'POST' : 'GET'} ${path} HTTP/1.1`,
    'host: bench',
    ...(token ? [`authorization: Bearer ${token}`] : []),
    ...(body ? ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`] : []),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`;
}

/** Sends one request after the other over a keep-alive connection, until `next` returns none. */
export function runConnection(
  port: number,
  { next, onAnswer }: { next: () => Asked | undefined; onAnswer: () => void },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let missing = 0;
    let head = Buffer.alloc(0);
    const ask = () => {
      const asked = next();
      if (asked) socket.write(write(asked));
      else socket.end();
    };
    const finish = () => {
      head = Buffer.alloc(0);
      onAnswer();
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
