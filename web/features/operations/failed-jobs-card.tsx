import { useQuery } from '@tanstack/react-query';
import { ChevronRight, CircleCheck, RotateCw, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { type FailedJob, type JobSettlement, operationEndpoints } from '#contract/endpoints/operations.ts';
import { failedJobList } from '#contract/lists/operations.ts';
import { Button } from '#web/components/button.tsx';
import { useConfirmed } from '#web/components/confirm-dialog.tsx';
import { BulkAction, BulkBar } from '#web/components/list/bulk-bar.tsx';
import { ListToolbar } from '#web/components/list/list-toolbar.tsx';
import { StaffList } from '#web/components/list/staff-list.tsx';
import { SectionCard } from '#web/components/section-card.tsx';
import { apiQuery, callApi } from '#web/lib/api.ts';
import { countOf, formatAge } from '#web/lib/formats.ts';
import { countOptions, toastBulkAnswer, useListState, useLocalRows } from '#web/lib/lists/list-rows.ts';
import { useSelection } from '#web/lib/lists/use-selection.ts';
import { userCan, useUser } from '#web/lib/session.ts';
import { useStaffAction } from '#web/lib/use-staff-action.ts';

const idOf = ({ id }: FailedJob) => id;
const nameOf = ({ name }: FailedJob) => name;

export function FailedJobsCard() {
  const { data, error, refetch } = useQuery(failedJobsQuery);
  const rows = useLocalRows(useListState(failedJobList), data, { error, retry: refetch });
  const selection = useSelection({ idOf, rows, filters: {} });
  const mayRetry = userCan(useUser(), 'settings');
  const retry = useSettleJobs('retry');
  const discard = useSettleJobs('discard');
  const { ask, question } = useConfirmed(discard, (jobs) => ({
    title: `Discard ${countOf(jobs.length, 'job')}?`,
    sentence: 'Discarded jobs never run again. This cannot be undone.',
    confirmLabel: `Discard ${countOf(jobs.length, 'job')}`,
  }));
  return (
    <SectionCard
      title="Failed jobs"
      intro={`Background work that ran out of retries, such as emails, texts and downloads. ${
        mayRetry
          ? 'Retry it once the cause is fixed.'
          : 'An administrator can retry it once the cause is fixed.'
      }`}
    >
      {data && data.length > 0 && (
        <ListToolbar rows={rows} sorting="always" options={{ name: countOptions(data, nameOf) }} />
      )}
      <StaffList
        rows={rows}
        idOf={idOf}
        nameOf={({ name, failed_at }) => `${name}, failed ${formatAge(failed_at)}`}
        selection={mayRetry ? selection : undefined}
        hasKeys={false}
        rowPx={{ desk: 132, phone: 180 }}
        card={(job) => (
          <FailedJobCard job={job}>
            {mayRetry && (
              <div className="flex gap-2">
                <Button
                  icon={RotateCw}
                  kind="line"
                  size="small"
                  isBusy={retry.isPending}
                  onClick={() => retry.mutate([job])}
                >
                  Retry
                </Button>
                <Button icon={Trash2} kind="ghost" size="small" onClick={() => ask([job])}>
                  Discard
                </Button>
              </div>
            )}
          </FailedJobCard>
        )}
        empty={
          <p className="flex items-center gap-2 text-15 font-semibold text-ok">
            <CircleCheck size={20} />
            No failed jobs
          </p>
        }
      />
      <BulkBar noun="job" selection={selection}>
        <BulkAction
          disabled={retry.isPending}
          onClick={() => retry.mutate(selection.rows, { onSuccess: selection.clear })}
        >
          Retry
        </BulkAction>
        <BulkAction onClick={() => ask(selection.rows)}>Discard</BulkAction>
      </BulkBar>
      {question}
    </SectionCard>
  );
}

type FailedJobCardProps = { job: FailedJob; children: ReactNode };

function FailedJobCard({ job, children }: FailedJobCardProps) {
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
        {job.error === null ? (
          <p className="text-14 text-ink-2">Only staff who can see customers can read why it failed.</p>
        ) : (
          <FailedJobDetails error={job.error} payload={job.payload} />
        )}
      </div>
      {children}
    </div>
  );
}

type FailedJobDetailsProps = { error: string; payload: unknown };

function FailedJobDetails({ error, payload }: FailedJobDetailsProps) {
  return (
    <>
      <p className="text-14 break-words text-bad">{error}</p>
      <details className="group text-13 text-ink-2">
        <summary className="-ml-1 inline-flex min-h-11 cursor-pointer list-none items-center gap-1 rounded-tile font-semibold desk:min-h-8">
          <ChevronRight size={16} className="transition-transform duration-(--d1) group-open:rotate-90" />
          Payload
        </summary>
        <pre className="overflow-x-auto rounded-ctl bg-sunk p-3 text-12">
          {JSON.stringify(payload, null, 2)}
        </pre>
      </details>
    </>
  );
}

const failedJobsQuery = apiQuery(['staff', 'failed-jobs'], operationEndpoints.failedJobs, {
  refetchOnWindowFocus: true,
});

const DONE: Record<JobSettlement, string> = { retry: 'queued again', discard: 'discarded' };

const useSettleJobs = (settlement: JobSettlement) =>
  useStaffAction(
    (jobs: readonly FailedJob[]) =>
      callApi(operationEndpoints.settleFailedJobs, { body: { ids: jobs.map(({ id }) => id), settlement } }),
    (answer, jobs) =>
      toastBulkAnswer(answer, {
        done: (count) => `${countOf(count, 'job')} ${DONE[settlement]}`,
        nameOf: (id) => jobs.find((job) => job.id === id)?.name ?? 'A job',
      }),
  );
