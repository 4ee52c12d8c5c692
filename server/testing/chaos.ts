/** `npm run chaos` repeats the tests that use this much more often than `npm test` does. */
export function rounds({ usually, inChaos }: { usually: number; inChaos: number }): number {
  return process.env.CHAOS === 'on' ? inChaos : usually;
}

/** How long a test may repeat; a limit at the test itself would win over the one of `npm run chaos`. */
export const ROUNDS_TIMEOUT = rounds({ usually: 400_000, inChaos: 1_200_000 });
