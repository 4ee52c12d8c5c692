import { getPriority, setPriority } from 'node:os';
import type { Outcome } from './process-pool.ts';

/** The other end of a process pool: answers one order after another until the server is gone. */
export function serveOrders<Order>(attempt: (order: Order) => Promise<Outcome<unknown>>): void {
  process.on('message', async (order) => {
    const outcome = await attempt(order as Order);
    if (process.connected) process.send?.({ outcome, rssBytes: process.memoryUsage.rss() });
  });
  process.on('disconnect', () => process.exit());
  // Ctrl+C in a terminal reaches this process too, but the server decides when it ends.
  process.on('SIGINT', () => undefined);
}

/**
 * Leaves a process as it is that was started with an even lower priority, because only root may raise it. Tests wait for
 * what they order, so there all processes are equal.
 */
export function lowerPriority(niceness: number): void {
  if (process.env.NODE_ENV === 'test') return;
  setPriority(Math.max(niceness, getPriority()));
}
