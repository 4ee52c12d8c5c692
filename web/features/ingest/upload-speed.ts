// Only the last seconds count, so that the remaining time follows a changing network.

const WINDOW_MS = 10_000;
const MIN_SPAN_MS = 1_000;

export type SpeedMeter = {
  add(bytes: number, now: number): void;
  /** Undefined until there is enough data. */
  bytesPerSecond(now: number): number | undefined;
  reset(): void;
};

export function createSpeedMeter(): SpeedMeter {
  let samples: { at: number; bytes: number }[] = [];
  let startedAt: number | undefined;
  const drop = (now: number) => {
    samples = samples.filter(({ at }) => now - at <= WINDOW_MS);
  };
  return {
    add(bytes, now) {
      startedAt ??= now;
      samples.push({ at: now, bytes });
      if (samples.length > 2_000) drop(now);
    },
    bytesPerSecond(now) {
      drop(now);
      const spanMs = startedAt === undefined ? 0 : Math.min(now - startedAt, WINDOW_MS);
      if (spanMs < MIN_SPAN_MS) return undefined;
      return (samples.reduce((sum, { bytes }) => sum + bytes, 0) * 1_000) / spanMs;
    },
    reset() {
      samples = [];
      startedAt = undefined;
    },
  };
}
