import { csvText } from '#web/lib/csv.ts';
import type { ReviewCase } from './review-cases.ts';
import { DECISION_WORDS, TYPE_WORDS } from './review-words.ts';

const HEADS = [
  ...['image', 'file', 'event', 'album', 'division', 'type', 'memo', 'reporter', 'reporter_email'],
  ...['reported_at', 'decide_by', 'decision', 'decided_by', 'decided_at', 'hours_to_decision', 'in_time'],
];

const HOUR_MS = 3600_000;

/** A line a report: reports of one photo say different things, and each has its own clock. */
export function toReviewCsv(cases: readonly ReviewCase[]): string {
  return csvText(HEADS, cases.flatMap(toLines));
}

function toLines({ image, photo, event_name, album_name, division_name, reports }: ReviewCase) {
  return reports.map((report) => {
    const { created_at, decide_by, acknowledged_at, acknowledged_by, removed } = report;
    const tookMs = acknowledged_at ? Date.parse(acknowledged_at) - Date.parse(created_at) : undefined;
    return [
      image,
      photo.file_name,
      event_name,
      album_name,
      division_name,
      TYPE_WORDS[report.type],
      report.memo,
      report.reporter.name,
      report.reporter.email,
      created_at,
      decide_by,
      acknowledged_at ? DECISION_WORDS[removed ? 'removed' : 'kept'] : '',
      acknowledged_by?.name ?? '',
      acknowledged_at ?? '',
      tookMs === undefined ? '' : Math.round((tookMs / HOUR_MS) * 10) / 10,
      acknowledged_at ? (acknowledged_at <= decide_by ? 'yes' : 'no') : '',
    ];
  });
}
