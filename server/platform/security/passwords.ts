import { availableParallelism } from 'node:os';
import { createFairQueue } from '#server/platform/processes/fair-queue.ts';
import { openThread } from '#server/platform/processes/threads.ts';
import { answerHashOrder, type HashOrder } from './password-hashing.ts';

const COSTS = {
  real: { memoryCost: 19_456, timeCost: 2, parallelism: 1 },
  cheap: { memoryCost: 8, timeCost: 1, parallelism: 1 },
};
let cost = COSTS.real;

/** Tests lower the cost, because they register thousands of people. */
export function setHashCost(name: keyof typeof COSTS): void {
  cost = COSTS[name];
}

/**
 * Hashing has its own threads, because on those that Node keeps for files and pictures a flood of log-ins would stop
 * both. They give way to everything else (password-thread.ts).
 */
const THREADS = Math.min(2, availableParallelism());
const idleThreads = Array.from({ length: THREADS }, () =>
  openThread<HashOrder, string | boolean>(new URL('./password-thread.ts', import.meta.url)),
);
const queue = createFairQueue({ concurrency: THREADS, maxWaiting: 200 });

/** Networks that wait take turns; the site itself is one of them. */
const OURSELVES = 'site';

async function answer(order: HashOrder, from: string): Promise<string | boolean> {
  return queue.run(from, async () => {
    // A cheap hash takes less time than the way to a thread.
    if (cost === COSTS.cheap) return answerHashOrder(order);
    const thread = idleThreads.pop();
    if (!thread) throw new Error('more hashes at once than threads');
    try {
      return await thread.ask(order);
    } finally {
      idleThreads.push(thread);
    }
  });
}

/** `from` is the network of the caller. */
export async function hashPassword(password: string, from = OURSELVES): Promise<string> {
  return (await answer({ password, cost }, from)) as string;
}

let decoyHash: Promise<string> | undefined;

/** Takes as long as a real check, so that timing does not reveal whether an account exists. */
export async function verifyPassword(
  passwordHash: string | null | undefined,
  password: string,
  from = OURSELVES,
): Promise<boolean> {
  decoyHash ??= hashPassword('decoy for unknown accounts');
  const matches = await answer({ passwordHash: passwordHash ?? (await decoyHash), password }, from);
  return matches === true && typeof passwordHash === 'string';
}
