import { PageHeading } from '#web/components/page-heading.tsx';
import { FailedJobsCard } from '#web/features/operations/failed-jobs-card.tsx';

export function AdminPage() {
  return (
    <div className="grid max-w-[1100px] gap-6 px-4 py-8 desk:px-10">
      <PageHeading title="Overview" />
      <FailedJobsCard />
    </div>
  );
}
