import { setTimeout as sleep } from 'node:timers/promises';

const ASK_EVERY_MS = 250;

/** Asks until the answer is true; throws after the given time. */
export async function waitUntil(what: string, seconds: number, ask: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + seconds * 1000; Date.now() < deadline; ) {
    if (await ask().catch(() => false)) return;
    await sleep(ASK_EVERY_MS);
  }
  throw new Error(`${what} did not happen within ${seconds} s`);
}

export async function answersOk(url: string): Promise<boolean> {
  return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok;
}
