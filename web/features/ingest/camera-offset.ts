// The offset is added to a camera's clock to get the correct time: it is positive when the clock is behind.

const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const;

/** Returns "7 min 3 s behind", "1 h ahead" or "On time". */
export function offsetInWords(offsetSeconds: number | null): string {
  if (offsetSeconds === null) return 'Not calibrated';
  if (offsetSeconds === 0) return 'On time';
  let rest = Math.abs(offsetSeconds);
  const parts: string[] = [];
  for (const [unit, size] of UNITS) {
    const amount = Math.floor(rest / size);
    rest -= amount * size;
    if (amount > 0) parts.push(`${amount} ${unit}`);
  }
  return `${parts.join(' ')} ${offsetSeconds > 0 ? 'behind' : 'ahead'}`;
}

export type OffsetValues = {
  hours: string;
  minutes: string;
  seconds: string;
  direction: 'behind' | 'ahead';
};

export function toOffsetValues(offsetSeconds: number | null): OffsetValues {
  const size = Math.abs(offsetSeconds ?? 0);
  return {
    hours: String(Math.floor(size / 3_600)),
    minutes: String(Math.floor((size % 3_600) / 60)),
    seconds: String(size % 60),
    direction: (offsetSeconds ?? 0) < 0 ? 'ahead' : 'behind',
  };
}

/** Returns NaN if a part is not a whole number, which the contract's schema then refuses. */
export function toOffsetSeconds({ hours, minutes, seconds, direction }: OffsetValues): number {
  const whole = (text: string) => (/^\d{0,6}$/.test(text.trim()) ? Number(text) : Number.NaN);
  const size = whole(hours) * 3_600 + whole(minutes) * 60 + whole(seconds);
  return direction === 'ahead' && size > 0 ? -size : size;
}
