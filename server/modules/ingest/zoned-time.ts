const formatters = new Map<string, Intl.DateTimeFormat>();

/** Takes local time as if it were UTC. A local time that daylight saving skips is read an hour later. */
export function momentOfWallClock(wallClockMs: number, timeZone: string): Date {
  const guess = wallClockMs - offsetMs(wallClockMs, timeZone);
  return new Date(wallClockMs - offsetMs(guess, timeZone));
}

function offsetMs(momentMs: number, timeZone: string): number {
  const wholeSecond = Math.floor(momentMs / 1000) * 1000;
  const parts = formatterFor(timeZone).formatToParts(wholeSecond);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((candidate) => candidate.type === type)?.value);
  const wallClock = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return wallClock - wholeSecond;
}

function formatterFor(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone) ?? createFormatter(timeZone);
  formatters.set(timeZone, known);
  return known;
}

function createFormatter(timeZone: string): Intl.DateTimeFormat {
  const fields = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
  return new Intl.DateTimeFormat('en-US', { timeZone, calendar: 'gregory', ...fields, ...clock });
}
