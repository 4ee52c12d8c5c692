import type { Context } from '#server/context.ts';
import { takeHits } from '#server/platform/rate-limit.ts';

/** Guessing public links is limited per address; a right one costs no try. */
export async function limitGuesses<T>(
  world: Pick<Context, 'db' | 'clock'>,
  ip: string,
  open: () => Promise<T>,
): Promise<T> {
  const tries = await takeHits(world, [{ key: `public-action:${ip}`, max: 60, perMinutes: 15 }]);
  const opened = await open();
  await tries.giveBack();
  return opened;
}
