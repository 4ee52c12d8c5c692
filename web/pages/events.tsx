import { useQuery } from '@tanstack/react-query';
import { ComingState } from '#web/components/coming-state.tsx';
import { EmptyState } from '#web/components/empty-state.tsx';
import { FailedState } from '#web/components/failed-state.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import { EventList } from '#web/features/catalogue/event-list.tsx';
import { eventsQuery } from '#web/features/catalogue/events.query.ts';
import { isApiError } from '#web/lib/api-error.ts';

function Events() {
  const { data, error, refetch } = useQuery(eventsQuery);
  if (isApiError(error, 'not_built')) {
    return <ComingState sentence="Every event we photograph will be listed here, newest first." />;
  }
  if (error && !data) return <FailedState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton label="Loading events" className="h-[420px]" />;
  if (data.length === 0) {
    return (
      <EmptyState title="No events yet" sentence="The next competition we photograph will show up here." />
    );
  }
  return <EventList events={data} />;
}

export function EventsPage() {
  return (
    <div className="wrap grid gap-8 py-8 desk:py-12">
      <PageHeading title="Events" />
      <Events />
    </div>
  );
}
