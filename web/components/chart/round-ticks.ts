// The value axis of a chart: a few round numbers that hold all values.

const STEPS = [1, 2, 2.5, 5, 10];

/** The smallest round step that is at least `rough`; steps below one are not useful for cents and counts. */
function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, rough)));
  const step = STEPS.find((one) => one * power >= rough && Number.isInteger(one * power)) ?? 10;
  return step * power;
}

/**
 * Returns round numbers from below the lowest value to above the highest. Zero is always one of them. `unit` is the
 * smallest step, such as 100 for amounts in cents.
 */
export function roundTicks(values: readonly number[], { unit = 1, steps = 4 } = {}): number[] {
  const top = Math.max(unit, ...values) / unit;
  const bottom = Math.min(0, ...values) / unit;
  const step = roundStep((top - bottom) / steps);
  const [first, last] = [Math.floor(bottom / step), Math.ceil(top / step)];
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step * unit);
}
