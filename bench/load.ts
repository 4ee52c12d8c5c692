// Runs in a process of its own for images.ts, marked-previews.ts, calls.ts and front.ts, and sends requests over keep-alive connections.
import { runConnection } from './connection.ts';

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

process.on('message', async ({ port, paths, connections, seconds, token, body, isInOrder }: Load) => {
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
  process.send?.(answered / seconds);
});
