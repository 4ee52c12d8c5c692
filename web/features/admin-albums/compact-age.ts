const UNITS = [
  ['y', 31_536_000],
  ['mo', 2_592_000],
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
] as const;

/** Formats an age for a narrow column, such as "2 h" or "1 d". */
export function compactAge(isoMoment: string, now = Date.now()): string {
  const seconds = Math.max(0, Math.floor((now - Date.parse(isoMoment)) / 1000));
  const unit = UNITS.find(([, size]) => seconds >= size);
  return unit ? `${Math.floor(seconds / unit[1])} ${unit[0]}` : 'now';
}
