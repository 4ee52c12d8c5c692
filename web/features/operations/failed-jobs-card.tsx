import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import type { FailedJob } from '#contract/endpoints/operations.ts';
import { failedJobList } from '#contract/lists/failed-jobs.ts';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { TOOLBAR_ACTION } from '#web/components/floating-toolbar.tsx';
import { BulkBar } from '#web/components/list/bulk-bar.tsx';
import { ListToolbar } from '#web/components/list/list-toolbar.tsx';
import { StaffList } from '#web/components/list/staff-list.tsx';
import { SectionCard } from '#web/components/section-card.tsx';
import { countOf } from '#web/lib/count-words.ts';
import { formatAge } from '#web/lib/formats.ts';
import { countOptions } from '#web/lib/lists/count-options.ts';
import { useListState } from '#web/lib/lists/use-list-state.ts';
import { useLocalRows } from '#web/lib/lists/use-local-rows.ts';
import { useSelection } from '#web/lib/lists/use-selection.ts';
import { FailedJobCard } from './failed-job-card.tsx';
import { failedJobsQuery } from './failed-jobs.query.ts';
import { useSettleJobs } from './use-settle-jobs.ts';

const idOf = ({ id }: FailedJob) => id;
const nameOf = ({ name }: FailedJob) => name;

export function FailedJobsCard() {
  const { data, error, refetch } = useQuery(failedJobsQuery);
  const state = useListState(failedJobList);
  const rows = useLocalRows(state, data, { error, retry: refetch });
  const selection = useSelection({ idOf, rows, max: failedJobList.maxSelected });
  const retry = useSettleJobs('retry');
  const discard = useSettleJobs('discard');
  const [discarding, setDiscarding] = useState<readonly FailedJob[]>([]);
  const count = countOf(discarding.length, 'job');
  return (
    <SectionCard
      title="Failed jobs"
      intro="Background work that ran out of retries, such as e-mails, texts and downloads. Retry it once the cause is fixed."
    >
      {data && data.length > 0 && (
        <ListToolbar
          state={state}
          rows={rows}
          sorting="always"
          options={{ name: countOptions(data, nameOf) }}
        />
      )}
      <StaffList
        state={state}
        rows={rows}
        idOf={idOf}
        nameOf={({ name, failed_at }) => `${name}, failed ${formatAge(failed_at)}`}
        selection={selection}
        hasKeys={false}
        rowPx={{ desk: 132, phone: 180 }}
        card={(job) => (
          <FailedJobCard
            job={job}
            isRetrying={retry.isPending}
            onRetry={() => retry.mutate([job])}
            onDiscard={() => setDiscarding([job])}
          />
        )}
        empty={
          <p className="flex items-center gap-2 text-15 font-semibold text-ok">
            <CircleCheck aria-hidden size={20} />
            No failed jobs
          </p>
        }
      />
      <BulkBar noun="job" selection={selection} rows={rows}>
        <button
          type="button"
          disabled={retry.isPending}
          onClick={() => retry.mutate(selection.rows, { onSuccess: selection.clear })}
          className={TOOLBAR_ACTION}
        >
          Retry
        </button>
        <button type="button" onClick={() => setDiscarding(selection.rows)} className={TOOLBAR_ACTION}>
          Discard
        </button>
      </BulkBar>
      {discarding.length > 0 && (
        <ConfirmDialog
          title={`Discard ${count}?`}
          sentence="Discarded jobs never run again. This cannot be undone."
          confirmLabel={`Discard ${count}`}
          isBusy={discard.isPending}
          onConfirm={() =>
            discard.mutate(discarding, { onSuccess: selection.clear, onSettled: () => setDiscarding([]) })
          }
          onCancel={() => setDiscarding([])}
        />
      )}
    </SectionCard>
  );
}
