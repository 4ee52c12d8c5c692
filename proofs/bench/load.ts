// Sends requests over keep-alive connections from its own process: many at once for some seconds (`Load`), or every
// visitor through a list of requests (`Walks`).
import { connect } from 'node:net';

export type Asked = { path: string; token?: string | undefined; body?: string | undefined };

export type Load = {
  port: number;
  paths: string[];
  connections: number;
  seconds: number;
  token?: string;
  /** The load posts this as JSON. */
  body?: string;
  /** The paths are asked for one after the other instead of at random. */
  isInOrder?: boolean;
};

export type Walks = { port: number; visitors: Asked[][]; maxSeconds: number };
/** The times are in ms, of each visitor in the order of their requests. */
export type Walked = { perSecond: number; times: number[][] };

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
function runConnection(
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

async function sendLoad({
  port,
  paths,
  connections,
  seconds,
  token,
  body,
  isInOrder,
}: Load): Promise<number> {
  let answered = 0;
  let asked = 0;
  const end = performance.now() + seconds * 1000;
  const next = () => {
    if (performance.now() > end) return undefined;
    const index = isInOrder ? asked++ % paths.length : Math.floor(Math.random() * paths.length);
    return { path: paths[index] ?? '', token, body };
  };
  const onAnswer = () => {
    answered += 1;
  };
  await Promise.all(Array.from({ length: connections }, () => runConnection(port, { next, onAnswer })));
  return answered / seconds;
}

async function walk({ port, visitors, maxSeconds }: Walks): Promise<Walked> {
  const began = performance.now();
  const times = await Promise.all(
    visitors.map(async (requests) => {
      const own: number[] = [];
      let askedAt = 0;
      await runConnection(port, {
        next: () => {
          askedAt = performance.now();
          if (askedAt - began > maxSeconds * 1000) throw new Error(`not through after ${maxSeconds} s`);
          return requests[own.length];
        },
        onAnswer: () => own.push(performance.now() - askedAt),
      });
      return own;
    }),
  );
  return { perSecond: (times.flat().length * 1000) / (performance.now() - began), times };
}

process.on('message', async (message: Load | Walks) => {
  process.send?.('visitors' in message ? await walk(message) : await sendLoad(message));
});
