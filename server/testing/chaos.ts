/** `npm run chaos` repeats the tests that use this much more often than `npm test` does. */
export function rounds({ usually, inChaos }: { usually: number; inChaos: number }): number {
  return process.env.CHAOS === 'on' ? inChaos : usually;
}
