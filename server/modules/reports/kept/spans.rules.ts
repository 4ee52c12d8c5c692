// Which part of a period is read from kept figures, and which part is counted from the rows themselves.
import type { Period } from '../period.queries.ts';

export type Kept = {
  /** Months like `2026-03` and years like `2026`, of which none overlap. */
  spans: string[];
  /** The same, with every year as its twelve months. */
  months: string[];
  /** The rest of the period. */
  gaps: Period[];
};

/** `clean` lists the spans within the period in text order, so that a year comes before its months. */
export function chooseSpans(clean: readonly string[], { from, until }: Period): Kept {
  const kept: Kept = { spans: [], months: [], gaps: [] };
  let end = from;
  for (const span of clean) {
    if (kept.spans.at(-1) === yearOf(span)) continue;
    if (end !== beginOf(span)) kept.gaps.push({ from: end, until: beginOf(span) });
    kept.spans.push(span);
    kept.months.push(...monthsOf(span));
    end = beginOf(nextOf(span));
  }
  if (end !== until) kept.gaps.push({ from: end, until });
  return kept;
}

const yearOf = (span: string) => span.slice(0, 4);
const isYear = (span: string) => span.length === 4;
const nameMonth = (year: number, month: number) => `${year}-${String(month).padStart(2, '0')}`;

function monthsOf(span: string): string[] {
  if (!isYear(span)) return [span];
  return Array.from({ length: 12 }, (_, month) => nameMonth(Number(span), month + 1));
}

function nextOf(span: string): string {
  const year = Number(yearOf(span));
  if (isYear(span)) return String(year + 1);
  const month = Number(span.slice(5));
  return month === 12 ? nameMonth(year + 1, 1) : nameMonth(year, month + 1);
}

const beginOf = (span: string) => `${isYear(span) ? `${span}-01` : span}-01T00:00:00.000Z`;

const MONTHS_PER_DECADE = 120;

/** The months as bit strings by decade, the way `kept_sold` stores them. */
export function bitsOf(months: readonly string[]): { decade: number; bits: string }[] {
  const decades = Map.groupBy(months, (month) => Math.floor(Number(yearOf(month)) / 10));
  return [...decades].map(([decade, own]) => {
    const positions = new Set(
      own.map((month) => (Number(month[3]) * 12 + Number(month.slice(5)) - 1) as number),
    );
    const bits = Array.from({ length: MONTHS_PER_DECADE }, (_, position) =>
      positions.has(position) ? '1' : '0',
    );
    return { decade, bits: bits.join('') };
  });
}
