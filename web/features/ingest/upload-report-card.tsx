import { Link, useNavigate } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, Download, RotateCw } from 'lucide-react';
import { Button } from '#web/components/button.tsx';
import { buttonStyle } from '#web/components/button-style.ts';
import { FilterSelect } from '#web/components/filter-select.tsx';
import { changeSearch } from '#web/lib/change-search.ts';
import { countOf, formatCount } from '#web/lib/count-words.ts';
import { paths } from '#web/lib/paths.ts';
import { saveTextFile } from '#web/lib/save-text-file.ts';
import { useSearchText } from '#web/lib/use-path-params.ts';
import { reportCsv } from './report-csv.ts';
import { UploadFiles } from './upload-files.tsx';
import { buildReport, countOutcomes, type UploadReport, withOutcome } from './upload-report.ts';
import { reportRows } from './upload-rows.ts';
import type { UploadSnapshot } from './upload-state.ts';
import { uploads } from './uploads.ts';

function figuresOf(report: UploadReport): [label: string, count: number, isShown: boolean][] {
  return [
    ['filed', report.filed, true],
    ['doubtful', report.doubtful, report.doubtful > 0],
    ['already here', report.duplicates, report.duplicates > 0],
    ['clock frames', report.clock, report.clock > 0],
    ['refused', report.refused, report.refused > 0],
    ['not uploaded', report.notSent, report.notSent > 0],
    ['cancelled', report.cancelled, report.cancelled > 0],
  ];
}

/** The end of an upload, without rounding up: "Completed" only if every file did. */
export function UploadReportCard({ upload }: { upload: UploadSnapshot }) {
  const report = buildReport(upload.files, upload.batch);
  const navigate = useNavigate();
  const outcomes = countOutcomes(report.lines);
  const { outcome, lines } = withOutcome(report.lines, useSearchText('result'));
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
            {countOf(report.totalFiles, 'photo')} for {upload.target?.albumName ?? upload.target?.eventName}
          </p>
        </div>
      </div>
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {figuresOf(report)
          .filter(([, , isShown]) => isShown)
          .map(([label, count]) => (
            <div key={label} className="flex flex-col-reverse">
              <dt className="text-13 text-ink-2">{label}</dt>
              <dd className="font-num text-28 leading-none font-semibold">{formatCount(count)}</dd>
            </div>
          ))}
      </dl>
      <div className="flex flex-wrap gap-2">
        {report.canRetry > 0 && (
          <Button size="small" onClick={uploads.retryFailed}>
            <RotateCw aria-hidden size={17} />
            Retry {countOf(report.canRetry, 'failed photo')}
          </Button>
        )}
        {report.doubtful > 0 && upload.target && (
          <Link
            to={paths.adminAlbums}
            search={{ event: String(upload.target.eventId), view: 'doubtful' } as never}
            className={buttonStyle(report.canRetry > 0 ? 'line' : 'ink', 'small')}
          >
            Look at {countOf(report.doubtful, 'doubtful photo')}
          </Link>
        )}
        <Button kind="line" size="small" onClick={() => saveTextFile('upload-report.csv', reportCsv(lines))}>
          <Download aria-hidden size={17} />
          Report as CSV
        </Button>
        <Button kind="ghost" size="small" onClick={uploads.clear}>
          Upload more
        </Button>
      </div>
      {Object.keys(outcomes).length > 1 && (
        <FilterSelect
          label="Result"
          all={`Every result (${formatCount(report.totalFiles)})`}
          value={outcome ?? ''}
          options={outcomes}
          onChange={(result) =>
            void navigate({ to: '.', search: changeSearch({ result }), replace: true, resetScroll: false })
          }
          className="justify-self-start"
        />
      )}
      <UploadFiles label="Result of every file" rows={reportRows(lines)} />
    </section>
  );
}
