import { serveOrders } from './process-pool.ts';

// A test process that sleeps, refuses or crashes on request.
serveOrders(async ({ name, sleepMs = 0, how }: { name: string; sleepMs?: number; how?: string }) => {
  if (how === 'crash') process.exit(3);
  await new Promise((resolve) => setTimeout(resolve, sleepMs));
  if (how === 'refuse') return { refusal: name };
  return how === 'throw' ? { error: name } : { answer: name };
});
