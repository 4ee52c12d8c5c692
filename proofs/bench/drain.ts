// Runs in its own process for downloads.ts, and reads a response body without keeping it.
import { get } from 'node:http';

export type Drain = { url: string; maxSeconds: number };
export type Drained = { bytes: number; seconds: number };

process.on('message', ({ url, maxSeconds }: Drain) => {
  const start = performance.now();
  const request = get(url, { agent: false }, (response) => {
    if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}`);
    let bytes = 0;
    response.on('data', (piece: Buffer) => {
      bytes += piece.length;
    });
    const timer = setTimeout(() => request.destroy(), maxSeconds * 1000);
    response.on('error', () => undefined);
    response.on('close', () => {
      clearTimeout(timer);
      const seconds = (performance.now() - start) / 1000;
      process.send?.({ bytes, seconds } satisfies Drained);
    });
  });
  request.on('error', () => undefined);
});
