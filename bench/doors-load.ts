// Runs in a process of its own for doors-open.ts: every visitor walks through a list of requests, all visitors at once.
import { type Asked, runConnection } from './connection.ts';

export type Walks = { port: number; visitors: Asked[][]; mostSeconds: number };
/** The times are in ms, of each visitor in the order of their requests. */
export type Walked = { perSecond: number; times: number[][] };

process.on('message', async ({ port, visitors, mostSeconds }: Walks) => {
  const began = performance.now();
  const walk = async (requests: Asked[]) => {
    const times: number[] = [];
    let askedAt = 0;
    await runConnection(port, {
      next: () => {
        askedAt = performance.now();
        if (askedAt - began > mostSeconds * 1000) throw new Error(`not through after ${mostSeconds} s`);
        return requests[times.length];
      },
      onAnswer: () => times.push(performance.now() - askedAt),
    });
    return times;
  };
  const times = await Promise.all(visitors.map(walk));
  const perSecond = (times.flat().length * 1000) / (performance.now() - began);
  process.send?.({ perSecond, times } satisfies Walked);
});
