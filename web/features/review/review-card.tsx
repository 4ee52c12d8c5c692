import { Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  DECISION_LABELS,
  REPORT_TYPE_LABELS,
  type ReviewCase,
  type ReviewList,
  type ReviewView,
} from '#contract/lists/reported-photos.ts';
import { ListToolbar } from '#web/components/list/list-toolbar.tsx';
import { QueueHead } from '#web/components/list/queue-page.tsx';
import { Photo } from '#web/components/photo.tsx';
import { countOf, formatAge, formatMoment } from '#web/lib/formats.ts';
import type { ListRows } from '#web/lib/lists/list-rows.ts';
import { clockMessage, isUrgent } from './review-cases.ts';

export function ReviewCard({ entry }: { entry: ReviewCase }) {
  const [report, ...others] = entry.reports;
  return (
    <span className="flex gap-3 px-3 py-3">
      <Photo
        albumUuid={entry.photo.folder}
        image={entry.photo}
        token={entry.photo.auth}
        className="h-[72px] w-[72px] flex-none rounded-[8px]"
      />
      <span className="grid min-w-0 flex-1 content-start gap-0.5">
        <span className="flex items-center gap-2">
          <b className="min-w-0 flex-1 truncate text-14 font-[650]">{REPORT_TYPE_LABELS[report.type]}</b>
          {isUrgent(entry) && (
            <span className="flex-none rounded-full bg-bad-bg px-2 text-12 leading-5 font-[650] text-bad">
              Urgent, visible
            </span>
          )}
          <ReviewClock entry={entry} />
        </span>
        <span className="truncate text-13 text-ink">{report.memo || 'No comment'}</span>
        <span className="truncate text-12 text-ink-2">
          {report.reporter.name}
          {others.length > 0 && ` and ${countOf(others.length, 'more report')}`},{' '}
          <time dateTime={report.created_at}>{formatAge(report.created_at)}</time>
        </span>
      </span>
    </span>
  );
}

export function ReviewClock({ entry }: { entry: ReviewCase }) {
  const pill = 'inline-flex flex-none items-center gap-1 rounded-full px-2 text-12 leading-5 font-[650]';
  if (entry.decision !== 'waiting') {
    const look = entry.decision === 'kept' ? 'bg-ok-bg text-ok' : 'bg-bad-bg text-bad';
    return <span className={`${pill} ${look}`}>{DECISION_LABELS[entry.decision]}</span>;
  }
  const { words, isUrgent } = clockMessage(entry.decideBy, Date.now());
  return (
    <time
      dateTime={entry.decideBy}
      title={`Due ${formatMoment(new Date(entry.decideBy).toISOString())}`}
      className={`${pill} tabular-nums ${isUrgent ? 'bg-warn-bg text-warn' : 'bg-sunk text-ink-2'}`}
    >
      <Clock size={12} />
      {words}
    </time>
  );
}

const LABELS: Record<ReviewView, string> = { waiting: 'Waiting', decided: 'Decided' };

type ReviewHeadProps = {
  view: ReviewView;
  rows: ListRows<ReviewList>;
  cases: readonly ReviewCase[];
  children: ReactNode;
};

export function ReviewHead({ view, rows, cases, children }: ReviewHeadProps) {
  const waiting = cases.filter(({ decision }) => decision === 'waiting').length;
  const events = Object.fromEntries(cases.map(({ event, event_name }) => [String(event), event_name]));
  const tabs = (Object.keys(LABELS) as ReviewView[]).map((one) => ({
    label: one === 'waiting' && view === one && waiting > 0 ? `${LABELS[one]} (${waiting})` : LABELS[one],
    search: (before: object) => ({
      ...before,
      view: one === 'decided' ? one : undefined,
      image: undefined,
      due: undefined,
      sort: undefined,
    }),
    isOpen: one === view,
  }));
  return (
    <QueueHead title="Reported photos" tabs={tabs}>
      <ListToolbar
        rows={rows}
        sorting="always"
        isNarrow
        options={{ event: events }}
        fileName={`reported-photos-${view}.csv`}
      >
        {children}
      </ListToolbar>
    </QueueHead>
  );
}
