import { parentPort } from 'node:worker_threads';

// A test worker that sleeps, refuses or crashes on request.
parentPort?.on(
  'message',
  async ({ name, sleepMs = 0, how }: { name: string; sleepMs?: number; how?: string }) => {
    if (how === 'crash') process.exit(3);
    await new Promise((resolve) => setTimeout(resolve, sleepMs));
    if (how === 'refuse') parentPort?.postMessage({ refusal: name });
    else if (how === 'throw') parentPort?.postMessage({ error: name });
    else parentPort?.postMessage({ answer: name });
  },
);
