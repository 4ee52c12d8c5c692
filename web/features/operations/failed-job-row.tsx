import { ChevronRight, RotateCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { FailedJob } from '#contract/endpoints/operations.ts';
import { Button } from '#web/components/button.tsx';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { RowChoice } from '#web/components/row-choice.tsx';
import { formatAge } from '#web/lib/formats.ts';
import { useSettleJobs } from './use-settle-jobs.ts';

type FailedJobRowProps = { job: FailedJob; isChosen: boolean; onChoose: (isStretching: boolean) => void };

export function FailedJobRow({ job, isChosen, onChoose }: FailedJobRowProps) {
  const [isAsking, setIsAsking] = useState(false);
  const retry = useSettleJobs('retry');
  const discard = useSettleJobs('discard');
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-1 gap-y-3 py-4 sm:grid-cols-[auto_minmax(0,1fr)_auto] sm:items-start">
      <span className="-mt-2.5 -ml-3 desk:-mt-1.5">
        <RowChoice
          label={`Select ${job.name}, failed ${formatAge(job.failed_at)}`}
          isChosen={isChosen}
          onChoose={onChoose}
        />
      </span>
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-baseline gap-x-2.5 font-[650]">
          {job.name}
          <span className="text-13 font-normal text-ink-2">
            failed <time dateTime={job.failed_at}>{formatAge(job.failed_at)}</time>, {job.attempts}{' '}
            {job.attempts === 1 ? 'try' : 'tries'}
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
      <div className="col-start-2 flex gap-2 sm:col-start-3">
        <Button kind="line" size="small" isBusy={retry.isPending} onClick={() => retry.mutate([job])}>
          <RotateCw aria-hidden size={16} />
          Retry
        </Button>
        <Button kind="ghost" size="small" onClick={() => setIsAsking(true)}>
          <Trash2 aria-hidden size={16} />
          Discard
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Discard this job?"
          sentence={`The job "${job.name}" will be dropped for good and never run again.`}
          confirmLabel="Discard job"
          isBusy={discard.isPending}
          onConfirm={() => discard.mutate([job], { onSettled: () => setIsAsking(false) })}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}
