// Which part of a period is read from kept figures, and which part is counted from the rows themselves.
import type { Period } from '../period.queries.ts';

export type Kept = {
  /** Months like `2026-03` and years like `2026`, of which none overlap. */
  spans: string[];
  /** The same, with every year as its twelve months. */
  months: string[];
  /** What the spans do not cover. Figures that are not kept by day are read from its rows. */
  gaps: Period[];
  /** These days, written like `2026-03-07`, are kept although their months are not. */
  days: string[];
  /** What neither spans nor days cover. Figures that are kept by day are read from its rows. */
  edges: Period[];
};

/** Describes a period of which everything is read from the rows, and nothing from kept figures. */
export const keepNothing = (...gaps: Period[]): Kept => ({
  spans: [],
  months: [],
  gaps,
  days: [],
  edges: gaps,
});

/** Reads a moment as PostgreSQL or JavaScript writes it. PostgreSQL also has moments without an end. */
function timeOf(moment: string): number {
  if (moment.endsWith('infinity')) return moment.startsWith('-') ? -Infinity : Infinity;
  return Date.parse(moment);
}

/** Returns the first and the last day of UTC that a period touches, so that spans can be compared with them as text. */
export function touchedDays({ from, until }: Period): { first: string; last: string } {
  const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
  const [begin, end] = [timeOf(from), timeOf(until)];
  return {
    first: begin === -Infinity ? '0001-01-01' : dayOf(begin),
    last: end === Infinity ? '9999-12-31' : dayOf(end),
  };
}

/**
 * `clean` lists spans in text order, so that a year comes before its months, and a month before its days. Those that the
 * period does not hold as a whole are left out.
 */
export function chooseSpans(clean: readonly string[], period: Period): Kept {
  const [from, until] = [timeOf(period.from), timeOf(period.until)];
  const chosen: string[] = [];
  for (const span of clean) {
    const last = chosen.at(-1);
    const isWithin = timeOf(beginOf(span)) >= from && timeOf(endOf(span)) <= until;
    if (isWithin && (last === undefined || !span.startsWith(last))) chosen.push(span);
  }
  const spans = chosen.filter((span) => !isDay(span));
  return {
    spans,
    months: spans.flatMap(monthsOf),
    gaps: findGaps(spans, period),
    days: chosen.filter(isDay),
    edges: findGaps(chosen, period),
  };
}

function findGaps(spans: readonly string[], { from, until }: Period): Period[] {
  const gaps: Period[] = [];
  let end = from;
  for (const span of spans) {
    if (timeOf(end) < timeOf(beginOf(span))) gaps.push({ from: end, until: beginOf(span) });
    end = endOf(span);
  }
  if (timeOf(end) < timeOf(until)) gaps.push({ from: end, until });
  return gaps;
}

const yearOf = (span: string) => span.slice(0, 4);
const isYear = (span: string) => span.length === 4;
const isDay = (span: string) => span.length === 10;
const nameMonth = (year: number, month: number) => `${year}-${String(month).padStart(2, '0')}`;

function monthsOf(span: string): string[] {
  if (!isYear(span)) return [span];
  return Array.from({ length: 12 }, (_, month) => nameMonth(Number(span), month + 1));
}

const beginOf = (span: string) => `${span}${'-01-01'.slice(span.length - 4)}T00:00:00.000Z`;

function endOf(span: string): string {
  const year = Number(yearOf(span));
  const [month = 1, day = 1] = span.split('-').slice(1).map(Number);
  if (isYear(span)) return beginOf(String(year + 1));
  return new Date(isDay(span) ? Date.UTC(year, month - 1, day + 1) : Date.UTC(year, month)).toISOString();
}

const MONTHS_PER_DECADE = 120;

/** Returns the place of a month in its decade, from 0 to 119. */
const placeOf = (month: string) => Number(month[3]) * 12 + Number(month.slice(5)) - 1;
const decadeOf = (month: string) => Math.floor(Number(yearOf(month)) / 10);

/** The months as bit strings by decade, the way `kept_sold` stores them. */
export function bitsOf(months: readonly string[]): { decade: number; bits: string }[] {
  return [...Map.groupBy(months, decadeOf)].map(([decade, own]) => {
    const places = new Set(own.map(placeOf));
    const bits = Array.from({ length: MONTHS_PER_DECADE }, (_, place) => (places.has(place) ? '1' : '0'));
    return { decade, bits: bits.join('') };
  });
}

/** Joins months that follow each other within a decade, because `kept_team_sums` needs only both ends. `until` is exclusive. */
export function runsOf(months: readonly string[]): { decade: number; since: number; until: number }[] {
  const runs: ReturnType<typeof runsOf> = [];
  for (const month of months) {
    const [decade, place, last] = [decadeOf(month), placeOf(month), runs.at(-1)];
    if (last?.decade === decade && last.until === place) last.until = place + 1;
    else runs.push({ decade, since: place, until: place + 1 });
  }
  return runs;
}
