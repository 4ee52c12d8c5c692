import { useState } from 'react';
import type { FailedJob } from '#contract/endpoints/operations.ts';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { FloatingToolbar, OverPage, TOOLBAR_ACTION } from '#web/components/floating-toolbar.tsx';
import { countOf } from '#web/lib/count-words.ts';
import { useSettleJobs } from './use-settle-jobs.ts';

type FailedJobsBarProps = { jobs: readonly FailedJob[]; onClear: () => void };

/** What can be done with several failed jobs at once. */
export function FailedJobsBar({ jobs, onClear }: FailedJobsBarProps) {
  const [isAsking, setIsAsking] = useState(false);
  const retry = useSettleJobs('retry');
  const discard = useSettleJobs('discard');
  if (jobs.length === 0) return null;
  const isBusy = retry.isPending || discard.isPending;
  return (
    <OverPage>
      <FloatingToolbar
        label="Selected jobs"
        chosen={countOf(jobs.length, 'job')}
        clearLabel="Select no jobs"
        onClear={onClear}
      >
        <button
          type="button"
          disabled={isBusy}
          onClick={() => retry.mutate(jobs, { onSuccess: onClear })}
          className={TOOLBAR_ACTION}
        >
          {retry.isPending ? 'Queueing...' : 'Try again'}
        </button>
        <button type="button" disabled={isBusy} onClick={() => setIsAsking(true)} className={TOOLBAR_ACTION}>
          Discard
        </button>
      </FloatingToolbar>
      {isAsking && (
        <ConfirmDialog
          title={`Discard ${countOf(jobs.length, 'job')}?`}
          sentence="They will be dropped for good and never run again."
          confirmLabel={`Discard ${countOf(jobs.length, 'job')}`}
          isBusy={discard.isPending}
          onConfirm={() => discard.mutate(jobs, { onSuccess: onClear, onSettled: () => setIsAsking(false) })}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </OverPage>
  );
}
