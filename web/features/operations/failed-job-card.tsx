import { ChevronRight, RotateCw, Trash2 } from 'lucide-react';
import type { FailedJob } from '#contract/endpoints/operations.ts';
import { Button } from '#web/components/button.tsx';
import { countOf } from '#web/lib/count-words.ts';
import { formatAge } from '#web/lib/formats.ts';

type FailedJobCardProps = {
  job: FailedJob;
  isRetrying: boolean;
  onRetry: () => void;
  onDiscard: () => void;
};

export function FailedJobCard({ job, isRetrying, onRetry, onDiscard }: FailedJobCardProps) {
  return (
    <div className="grid gap-x-1 gap-y-3 py-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start">
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-baseline gap-x-2.5 font-[650]">
          {job.name}
          <span className="text-13 font-normal text-ink-2">
            failed <time dateTime={job.failed_at}>{formatAge(job.failed_at)}</time>,{' '}
            {countOf(job.attempts, 'try', 'tries')}
          </span>
        </p>
        <p className="text-14 break-words text-bad">{job.error}</p>
        <details className="group text-13 text-ink-2">
          <summary className="-ml-1 inline-flex min-h-11 cursor-pointer list-none items-center gap-1 rounded-tile font-semibold desk:min-h-8">
            <ChevronRight
              aria-hidden
              size={16}
              className="transition-transform duration-(--d1) group-open:rotate-90"
            />
            Payload
          </summary>
          <pre className="overflow-x-auto rounded-ctl bg-sunk p-3 text-12">
            {JSON.stringify(job.payload, null, 2)}
          </pre>
        </details>
      </div>
      <div className="flex gap-2">
        <Button kind="line" size="small" isBusy={isRetrying} onClick={onRetry}>
          <RotateCw aria-hidden size={16} />
          Retry
        </Button>
        <Button kind="ghost" size="small" onClick={onDiscard}>
          <Trash2 aria-hidden size={16} />
          Discard
        </Button>
      </div>
    </div>
  );
}
