import type { ReportInReview } from '#contract/endpoints/moderation.ts';
import type { Columns, Sort } from '#web/lib/list-sort.ts';
import type { ReviewView } from './reports.query.ts';
import type { ReviewCase } from './review-cases.ts';

/** Late, or late before the day is over for whoever decides. */
const SOON_MS = 6 * 3600_000;

export type ReviewFilter = {
  type: ReportInReview['type'] | undefined;
  event: number | undefined;
  isDueSoon: boolean;
  text: string;
};

export function hasFilter({ type, event, isDueSoon, text }: ReviewFilter): boolean {
  return type !== undefined || event !== undefined || isDueSoon || text !== '';
}

/** A photo passes by any one of its reports; each word has to be somewhere in what is said of it. */
export function filterCases(cases: readonly ReviewCase[], filter: ReviewFilter, now: number): ReviewCase[] {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  return cases.filter((entry) => {
    if (filter.event !== undefined && entry.event !== filter.event) return false;
    if (filter.isDueSoon && Date.parse(entry.decideBy) - now > SOON_MS) return false;
    if (filter.type && !entry.reports.some(({ type }) => type === filter.type)) return false;
    if (words.length === 0) return true;
    const said = wordsAbout(entry);
    return words.every((word) => said.includes(word));
  });
}

function wordsAbout({ album_name, division_name, event_name, photo, reports }: ReviewCase): string {
  const place = [album_name, division_name, event_name, photo.file_name];
  const people = reports.flatMap(({ memo, reporter }) => [memo, reporter.name, reporter.email]);
  return [...place, ...people].join('\n').toLowerCase();
}

const NEWEST = {
  label: 'Newest report',
  of: ({ reports }: ReviewCase) => Math.max(...reports.map(({ created_at }) => Date.parse(created_at))),
  beginsDown: true,
};
const MOST = { label: 'Most reports', of: ({ reports }: ReviewCase) => reports.length, beginsDown: true };

type ReviewSort = 'first' | 'newest' | 'reports';

/** What comes first by itself: whose clock runs out first, or what was decided last. */
export const SORTS: Record<
  ReviewView,
  { columns: Columns<ReviewCase, ReviewSort>; usual: Sort<ReviewSort> }
> = {
  waiting: {
    columns: {
      first: { label: 'Deadline', of: ({ decideBy }) => Date.parse(decideBy) },
      newest: NEWEST,
      reports: MOST,
    },
    usual: { column: 'first', isDown: false },
  },
  decided: {
    columns: {
      first: { label: 'Decision', of: ({ decidedAt }) => Date.parse(decidedAt), beginsDown: true },
      newest: NEWEST,
      reports: MOST,
    },
    usual: { column: 'first', isDown: true },
  },
};
