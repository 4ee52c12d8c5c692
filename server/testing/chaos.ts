/**
 * Every random choice of the tests follows from this number, so that a failure can be repeated. `npm test` always takes
 * the same one; `npm run chaos` chooses and prints a new one; RANDOM_SEED=7 sets it by hand.
 */
export const SEED = Number(process.env.RANDOM_SEED ?? 1);

/** `npm run chaos` repeats the tests that use this much more often than `npm test` does. */
export function rounds({ usually, inChaos }: { usually: number; inChaos: number }): number {
  return process.env.CHAOS === 'on' ? inChaos : usually;
}

/** How long a test may repeat; a limit at the test itself would win over the one of `npm run chaos`. */
export const ROUNDS_TIMEOUT = rounds({ usually: 400_000, inChaos: 1_200_000 });

/** Returns numbers from 0 to 1 that follow from the seed (the generator mulberry32). */
export function createRandom(): () => number {
  let state = SEED;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
