import { CircleAlert, CircleCheck, RotateCw } from 'lucide-react';
import {
  UPLOAD_RESULTS,
  type UploadFile,
  type UploadResult,
  uploadFileList,
} from '#contract/lists/ingest.ts';
import { Button, buttonStyle } from '#web/components/button.tsx';
import { ListToolbar } from '#web/components/list/list-toolbar.tsx';
import { StaffList } from '#web/components/list/staff-list.tsx';
import { ProgressBar } from '#web/components/progress-bar.tsx';
import { formatBytes } from '#web/lib/files.ts';
import { countOf, formatCount } from '#web/lib/formats.ts';
import { countMatches, useListState, useLocalRows } from '#web/lib/lists/list-rows.ts';
import { Link, paths } from '#web/lib/navigation.tsx';
import type { UploadQueue } from './upload-queue.ts';
import { buildReport, nameOutcome, type UploadSnapshot } from './upload-state.ts';

function totalsOf(report: ReturnType<typeof buildReport>): [label: string, count: number][] {
  const others: [string, number][] = [
    ['need sorting', report.unsorted],
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
  /** Staff can review unsorted photos. */
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
        <Icon size={26} className={report.isComplete ? 'text-ok' : 'text-warn'} />
        <div className="grid gap-0.5">
          <h2 className="text-18 leading-tight font-bold tracking-[-0.02em]">{nameOutcome(report)}</h2>
          <p className="text-14 text-ink-2">
            {countOf(upload.files.length, 'photo')} for {target?.albumName ?? target?.eventName}
          </p>
        </div>
      </div>
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {totalsOf(report).map(([label, count]) => (
          <div key={label} className="flex flex-col-reverse">
            <dt className="text-13 text-ink-2">{label}</dt>
            <dd className="font-num text-28 leading-none font-semibold">{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-2">
        {report.canRetry > 0 && (
          <Button icon={RotateCw} size="small" onClick={() => leave(queue.retryFailed)}>
            Retry {countOf(report.canRetry, 'failed photo')}
          </Button>
        )}
        {canReview && report.unsorted > 0 && target && (
          <Link
            to={paths.adminEvent(target.eventId, 'unsorted')}
            className={buttonStyle(report.canRetry > 0 ? 'line' : 'ink', 'small')}
          >
            Sort {countOf(report.unsorted, 'photo')}
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

const LOOKS: Partial<Record<UploadResult, string>> = {
  filed: 'text-ok',
  clock: 'text-ok',
  sent: 'text-ok',
  unsorted: 'text-warn',
  failed: 'text-bad',
  not_sent: 'text-bad',
};
const ROW_PX = 45;
const pathOf = ({ path }: UploadFile) => path;

export function UploadFiles({ files }: { files: readonly UploadFile[] }) {
  const rows = useLocalRows(useListState(uploadFileList), files);
  return (
    <>
      <ListToolbar
        rows={rows}
        sorting="always"
        options={{ result: countMatches(uploadFileList.filters.result, files) }}
      />
      <StaffList
        rows={rows}
        idOf={pathOf}
        nameOf={pathOf}
        card={(file) => <FileRow file={file} />}
        rowPx={{ desk: ROW_PX, phone: ROW_PX }}
        hasKeys={false}
        isPane
        className="max-h-[420px] rounded-card border border-line"
        empty={null}
      />
    </>
  );
}

function FileRow({ file: { path, sizeBytes, sentBytes, result, reason } }: { file: UploadFile }) {
  return (
    <div className="grid h-11 grid-cols-[minmax(0,1fr)_112px] items-center gap-3 px-4 text-13 desk:grid-cols-[minmax(0,1fr)_80px_140px]">
      <span className="grid min-w-0 leading-tight">
        <span className="truncate" title={path}>
          {path}
        </span>
        {reason && (
          <span className="truncate text-12 text-ink-2" title={reason}>
            {reason}
          </span>
        )}
      </span>
      <span className="text-right tabular-nums text-ink-3 not-desk:hidden">{formatBytes(sizeBytes)}</span>
      {result === 'sending' ? (
        <span className="grid gap-1">
          <span className="text-right text-12 tabular-nums text-ink-2">
            {Math.floor((sentBytes / Math.max(1, sizeBytes)) * 100)}%
          </span>
          <ProgressBar label={`Progress of ${path}`} value={sentBytes} max={sizeBytes} isThin />
        </span>
      ) : (
        <span className={`text-right font-semibold ${LOOKS[result] ?? 'text-ink-2'}`}>
          {UPLOAD_RESULTS[result]}
        </span>
      )}
    </div>
  );
}
