import { MAX_DECIDED_AT_ONCE, type ReportInReview } from '../endpoints/moderation.ts';
import { idInPath } from '../primitives.ts';
import { choiceFilter, defineList, type ListColumn, openChoiceFilter, searchFilter } from './list.ts';

/** One decision settles all reports of a photo. */
export type ReviewCase = Pick<ReportInReview, 'image' | 'photo' | 'album_name' | 'division_name'> &
  Pick<ReportInReview, 'event_name' | 'album' | 'event'> & {
    reports: [ReportInReview, ...ReportInReview[]];
    /** The deadline of the oldest report. */
    decideBy: string;
    decision: 'waiting' | 'kept' | 'removed';
    decidedAt: string;
  };

export type ReviewView = 'waiting' | 'decided';

export const REPORT_TYPE_LABELS = {
  privacy: 'Privacy',
  quality: 'Quality',
  wrong_album: 'Wrong album',
  other: 'Something else',
} as const;
export const DECISION_LABELS = { kept: 'Kept', removed: 'Removed' } as const;

const HOUR_MS = 3600_000;
const DUE_SOON_MS = 6 * HOUR_MS;

const isDueSoon = ({ decideBy }: ReviewCase) => Date.parse(decideBy) - Date.now() <= DUE_SOON_MS;

function searchTextOf({ album_name, division_name, event_name, photo, reports }: ReviewCase): string {
  const place = [album_name, division_name, event_name, photo.file_name];
  const people = reports.flatMap(({ memo, reporter }) => [memo, reporter.name, reporter.email]);
  return [...place, ...people].join('\n');
}

const reviewList = (view: ReviewView) =>
  defineList<ReviewCase>()({
    name: 'reported-photos',
    hasViews: true,
    noun: 'photo',
    columns: {
      first:
        view === 'waiting'
          ? { label: 'Deadline', sort: 'asc', value: ({ decideBy }) => decideBy }
          : { label: 'Decision', sort: 'desc', value: ({ decidedAt }) => decidedAt },
      newest: {
        label: 'Newest report',
        sort: 'desc',
        value: ({ reports }) => Math.max(...reports.map(({ created_at }) => Date.parse(created_at))),
      },
      reports: { label: 'Most reports', sort: 'desc', value: ({ reports }) => reports.length },
    },
    filters: {
      q: searchFilter({
        label: 'Find reported photos',
        placeholder: 'Memo, reporter, album or file',
        of: searchTextOf,
      }),
      type: {
        ...choiceFilter({ label: 'Type', all: 'All types', options: REPORT_TYPE_LABELS }),
        matches: ({ reports }: ReviewCase, value: string) => reports.some(({ type }) => type === value),
      },
      event: {
        ...openChoiceFilter({ label: 'Event', all: 'All events' }),
        schema: () => idInPath.optional(),
        matches: ({ event }: ReviewCase, value: number) => event === value,
      },
      due: {
        ...choiceFilter({
          label: 'Deadline',
          all: 'Any deadline',
          options: { soon: 'Late or due in 6 hours' },
        }),
        control: view === 'waiting' ? 'choice' : 'none',
        matches: (entry: ReviewCase) => view === 'decided' || isDueSoon(entry),
      },
    },
    defaultSort: view === 'waiting' ? 'first:asc' : 'first:desc',
    maxSelected: MAX_DECIDED_AT_ONCE,
  });

export const reviewLists = { waiting: reviewList('waiting'), decided: reviewList('decided') };
export type ReviewList = (typeof reviewLists)[ReviewView];

function hoursToDecision({ acknowledged_at, created_at }: ReportInReview): number | null {
  if (!acknowledged_at) return null;
  const hours = (Date.parse(acknowledged_at) - Date.parse(created_at)) / HOUR_MS;
  return Math.round(hours * 10) / 10;
}

/** The file has one line per report: reports of one photo differ, and each has its own deadline. */
export const REPORT_CSV_COLUMNS: Readonly<Record<string, ListColumn<ReportInReview>>> = {
  image: { label: 'Photo', value: ({ image }) => image },
  file: { label: 'File', value: ({ photo }) => photo.file_name },
  event: { label: 'Event', value: ({ event_name }) => event_name },
  album: { label: 'Album', value: ({ album_name }) => album_name },
  division: { label: 'Division', value: ({ division_name }) => division_name },
  type: { label: 'Type', value: ({ type }) => REPORT_TYPE_LABELS[type] },
  memo: { label: 'Memo', value: ({ memo }) => memo },
  reporter: { label: 'Reporter', value: ({ reporter }) => reporter.name },
  reporter_email: { label: 'Email', value: ({ reporter }) => reporter.email },
  reported_at: { label: 'Reported', value: ({ created_at }) => created_at },
  decide_by: { label: 'Deadline', value: ({ decide_by }) => decide_by },
  decision: {
    label: 'Decision',
    value: ({ acknowledged_at, removed }) =>
      acknowledged_at ? DECISION_LABELS[removed ? 'removed' : 'kept'] : null,
  },
  decided_by: { label: 'Decided by', value: ({ acknowledged_by }) => acknowledged_by?.name ?? null },
  decided_at: { label: 'Decided', value: ({ acknowledged_at }) => acknowledged_at },
  hours_to_decision: { label: 'Hours to decision', value: hoursToDecision },
  in_time: {
    label: 'In time',
    value: ({ acknowledged_at, decide_by }) =>
      acknowledged_at ? (acknowledged_at <= decide_by ? 'yes' : 'no') : null,
  },
};
