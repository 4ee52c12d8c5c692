import { CircleAlert, CircleCheck, RotateCw } from 'lucide-react';
import { uploadFileList } from '#contract/lists/upload-files.ts';
import { Button } from '#web/components/button.tsx';
import { buttonStyle } from '#web/components/button-style.ts';
import { countOf, formatCount } from '#web/lib/count-words.ts';
import { useListState } from '#web/lib/lists/use-list-state.ts';
import { Link } from '#web/lib/navigation.tsx';
import { paths } from '#web/lib/paths.ts';
import { UploadFiles } from './upload-files.tsx';
import type { UploadQueue } from './upload-queue.ts';
import { buildReport, type UploadReport } from './upload-report.ts';
import type { UploadSnapshot } from './upload-state.ts';

function figuresOf(report: UploadReport): [label: string, count: number][] {
  const others: [string, number][] = [
    ['doubtful', report.doubtful],
    ['already uploaded', report.duplicates],
    ['clock photos', report.clock],
    ['refused', report.refused],
    ['not uploaded', report.notSent],
    ['canceled', report.canceled],
  ];
  return [['filed', report.filed], ...others.filter(([, count]) => count > 0)];
}

type UploadReportCardProps = {
  upload: UploadSnapshot;
  queue: UploadQueue;
  /** Staff can review doubtful photos. */
  canReview: boolean;
};

export function UploadReportCard({ upload, queue, canReview }: UploadReportCardProps) {
  const { target } = upload;
  const { clearFilters } = useListState(uploadFileList);
  const report = buildReport(upload.files, upload.batch);
  // A result of this report may not exist in the next upload, whose list would then be empty.
  const leave = (next: () => void) => {
    clearFilters();
    next();
  };
  const Icon = report.isComplete ? CircleCheck : CircleAlert;
  return (
    <section aria-label="Upload report" className="grid gap-4 rounded-card border border-line p-4 desk:p-5">
      <div role="status" className="flex items-start gap-3">
        <Icon aria-hidden size={26} className={report.isComplete ? 'text-ok' : 'text-warn'} />
        <div className="grid gap-0.5">
          <h2 className="text-18 leading-tight font-bold tracking-[-0.02em]">
            {report.isComplete ? 'Completed' : 'Finished with problems'}
          </h2>
          <p className="text-14 text-ink-2">
            {countOf(upload.files.length, 'photo')} for {target?.albumName ?? target?.eventName}
          </p>
        </div>
      </div>
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {figuresOf(report).map(([label, count]) => (
          <div key={label} className="flex flex-col-reverse">
            <dt className="text-13 text-ink-2">{label}</dt>
            <dd className="font-num text-28 leading-none font-semibold">{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-2">
        {report.canRetry > 0 && (
          <Button size="small" onClick={() => leave(queue.retryFailed)}>
            <RotateCw aria-hidden size={17} />
            Retry {countOf(report.canRetry, 'failed photo')}
          </Button>
        )}
        {canReview && report.doubtful > 0 && target && (
          <Link
            to={paths.adminEvent(target.eventId, 'doubtful')}
            className={buttonStyle(report.canRetry > 0 ? 'line' : 'ink', 'small')}
          >
            Review {countOf(report.doubtful, 'doubtful photo')}
          </Link>
        )}
        <Button kind="ghost" size="small" onClick={() => leave(queue.clear)}>
          Upload more
        </Button>
      </div>
      <UploadFiles files={report.files} />
    </section>
  );
}
