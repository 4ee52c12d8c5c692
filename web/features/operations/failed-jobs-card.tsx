import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { type FailedJob, MAX_FAILED_JOBS } from '#contract/endpoints/operations.ts';
import { Button } from '#web/components/button.tsx';
import { CsvButton } from '#web/components/csv-button.tsx';
import { FailedState } from '#web/components/failed-state.tsx';
import { FilterSelect } from '#web/components/filter-select.tsx';
import { SectionCard } from '#web/components/section-card.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import { SortSelect } from '#web/components/sort-select.tsx';
import { VirtualPageList } from '#web/components/virtual-list.tsx';
import { countOf } from '#web/lib/count-words.ts';
import { sortRows } from '#web/lib/list-sort.ts';
import { useChosen } from '#web/lib/use-chosen.ts';
import { useListSort } from '#web/lib/use-list-sort.ts';
import { useSearchFilter } from '#web/lib/use-search-choice.ts';
import { FailedJobRow } from './failed-job-row.tsx';
import { failedJobsQuery } from './failed-jobs.query.ts';
import { FailedJobsBar } from './failed-jobs-bar.tsx';
import { COLUMNS, jobNames, toFailedJobsCsv } from './failed-jobs-filter.ts';

const ROW_PX = 132;
const idOf = ({ id }: FailedJob) => id;

export function FailedJobsCard() {
  const { data, error, refetch } = useQuery(failedJobsQuery);
  return (
    <SectionCard
      title="Failed jobs"
      intro="Work in the background that used up its retries: mails, texts, downloads. Queue it again once the cause is gone."
    >
      {error && !data && <FailedState error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton label="Loading failed jobs" className="h-32" />}
      {data?.length === 0 && (
        <p className="flex items-center gap-2 text-15 font-semibold text-ok">
          <CircleCheck aria-hidden size={20} />
          No failed jobs
        </p>
      )}
      {data && data.length > 0 && <FailedJobs jobs={data} />}
    </SectionCard>
  );
}

function FailedJobs({ jobs }: { jobs: readonly FailedJob[] }) {
  const filter = useSearchFilter('job');
  const { sort, sortBy } = useListSort(COLUMNS, { column: 'failed', isDown: true }, 'jobs-sort');
  const chosen = useChosen<string>(MAX_FAILED_JOBS);
  const names = jobNames(jobs);
  const name = filter.text && Object.hasOwn(names, filter.text) ? filter.text : undefined;
  const listed = sortRows(
    jobs.filter((job) => name === undefined || job.name === name),
    COLUMNS,
    sort,
  );
  const ids = listed.map(idOf);
  const areAllChosen = ids.every(chosen.has);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <FilterSelect
          label="Job"
          all={`All jobs (${jobs.length})`}
          value={name ?? ''}
          options={names}
          onChange={filter.change}
          className="min-w-0 flex-1 basis-48 desk:max-w-80"
        />
        <SortSelect columns={COLUMNS} sort={sort} onSort={sortBy} className="flex-1 desk:flex-none" />
        <CsvButton
          fileName="failed-jobs.csv"
          label="Save failed jobs as CSV"
          makeCsv={() => toFailedJobsCsv(listed)}
          className="desk:ml-auto"
        />
      </div>
      <div className="flex items-center justify-between text-14 text-ink-2">
        <span aria-live="polite" className="tabular-nums">
          {countOf(listed.length, 'job')}
        </span>
        <Button
          kind="ghost"
          size="small"
          className="-mr-3"
          onClick={() => (areAllChosen ? chosen.clear() : chosen.choose(ids))}
        >
          {areAllChosen ? 'Select none' : `Select all ${listed.length}`}
        </Button>
      </div>
      <VirtualPageList
        label="Failed jobs"
        rows={listed}
        keyOf={idOf}
        rowPx={ROW_PX}
        rowClassName="border-line border-t"
      >
        {(job) => (
          <FailedJobRow
            job={job}
            isChosen={chosen.has(job.id)}
            onChoose={(isStretching) => chosen.touch(job.id, ids, isStretching)}
          />
        )}
      </VirtualPageList>
      <FailedJobsBar jobs={listed.filter(({ id }) => chosen.has(id))} onClear={chosen.clear} />
    </div>
  );
}
