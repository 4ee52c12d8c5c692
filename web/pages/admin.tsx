import { PageHeading } from '#web/components/page-heading.tsx';
import { FailedJobsCard } from '#web/features/operations/failed-jobs-card.tsx';
import { AttentionCard } from '#web/features/reports/attention-card.tsx';
import { TodayTotals } from '#web/features/reports/totals.tsx';

export function AdminPage() {
  return (
    <div className="grid max-w-[1100px] grid-cols-[minmax(0,1fr)] gap-6 px-4 py-8 desk:px-10">
      <PageHeading title="Overview" />
      <TodayTotals />
      <AttentionCard />
      <FailedJobsCard />
    </div>
  );
}
