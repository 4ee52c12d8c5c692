import { PageHeading } from '#web/components/page-heading.tsx';
import { PhotographersNav } from '#web/features/roster/photographers-nav.tsx';
import { RosterView } from '#web/features/roster/roster-view.tsx';

export function AdminPhotographersPage() {
  return (
    <div className="grid max-w-[1200px] grid-cols-[minmax(0,1fr)] gap-6 px-4 py-8 desk:px-10">
      <PageHeading title="Photographers">
        The people who photograph for you, what they earn, and how their cameras spell their names.
      </PageHeading>
      <PhotographersNav current="Roster" />
      <RosterView />
    </div>
  );
}
