// Runs in a process of its own for images.ts, calls.ts and front.ts, and sends requests over keep-alive connections.
import { runConnection } from './connection.ts';

export type Load = {
  port: number;
  paths: string[];
  connections: number;
  seconds: number;
  token?: string;
  /** The load posts this as JSON. */
  body?: string;
};

process.on('message', async ({ port, paths, connections, seconds, token, body }: Load) => {
  let answered = 0;
  const end = performance.now() + seconds * 1000;
  const next = () => {
    if (performance.now() > end) return undefined;
    return { path: paths[Math.floor(Math.random() * paths.length)] ?? '', token, body };
  };
  const onAnswer = () => {
    answered += 1;
  };
  await Promise.all(Array.from({ length: connections }, () => runConnection(port, { next, onAnswer })));
  process.send?.(answered / seconds);
});
