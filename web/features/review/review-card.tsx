import { REPORT_TYPE_LABELS, type ReviewCase } from '#contract/lists/reported-photos.ts';
import { Photo } from '#web/components/photo.tsx';
import { countOf } from '#web/lib/count-words.ts';
import { formatAge } from '#web/lib/formats.ts';
import { isUrgent } from './review-cases.ts';
import { ReviewClock } from './review-clock.tsx';

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
