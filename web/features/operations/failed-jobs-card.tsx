import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { FailedState } from '#web/components/failed-state.tsx';
import { SectionCard } from '#web/components/section-card.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import { FailedJobRow } from './failed-job-row.tsx';
import { failedJobsQuery } from './failed-jobs.query.ts';

function FailedJobs() {
  const { data, error, refetch } = useQuery(failedJobsQuery);
  if (error && !data) return <FailedState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton label="Loading failed jobs" className="h-32" />;
  if (data.length === 0) {
    return (
      <p className="flex items-center gap-2 text-15 font-semibold text-ok">
        <CircleCheck aria-hidden size={20} />
        No failed jobs
      </p>
    );
  }
  return (
    <ul>
      {data.map((job) => (
        <FailedJobRow key={job.id} job={job} />
      ))}
    </ul>
  );
}

export function FailedJobsCard() {
  return (
    <SectionCard
      title="Failed jobs"
      intro="Work in the background that used up its retries: mails, texts, downloads. Queue it again once the cause is gone."
    >
      <FailedJobs />
    </SectionCard>
  );
}
