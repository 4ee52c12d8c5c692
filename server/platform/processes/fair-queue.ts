import { busy } from '#server/platform/http/errors.ts';

type Waiting = { start(): void; refuse(): void };

/**
 * Runs at most `concurrency` works at once. Those who wait take turns, one work each, so a flood from one of them delays
 * the others by one work per turn. When the queue is full, the longest line loses its last work.
 */
export function createFairQueue({ concurrency, maxWaiting }: { concurrency: number; maxWaiting: number }) {
  /** In the order of turns. */
  const lines = new Map<string, Waiting[]>();
  let running = 0;
  let waiting = 0;

  function wait(from: string): Promise<void> {
    const line = lines.get(from) ?? [];
    if (waiting >= maxWaiting && !shorten(line.length + 1)) throw busy();
    return new Promise((resolve, reject) => {
      line.push({ start: resolve, refuse: () => reject(busy()) });
      lines.set(from, line);
      waiting += 1;
    });
  }

  /** Refuses the last work of the longest line, if that line is longer than `length`. */
  function shorten(length: number): boolean {
    const longest = [...lines.values()].reduce((a, b) => (b.length > a.length ? b : a), []);
    if (longest.length <= length) return false;
    longest.pop()?.refuse();
    waiting -= 1;
    return true;
  }

  function startNext(): void {
    const [turn] = lines;
    if (!turn) {
      running -= 1;
      return;
    }
    const [from, line] = turn;
    lines.delete(from);
    const next = line.shift();
    if (line.length > 0) lines.set(from, line);
    waiting -= 1;
    next?.start();
  }

  return {
    /** Runs the work when it is the turn of `from`, or refuses it with 503 if too much is waiting. */
    async run<T>(from: string, work: () => Promise<T>): Promise<T> {
      if (running < concurrency) running += 1;
      else await wait(from);
      try {
        return await work();
      } finally {
        startNext();
      }
    },
  };
}
