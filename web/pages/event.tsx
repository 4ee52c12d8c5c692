import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '#web/components/empty-state.tsx';
import { FailedState } from '#web/components/failed-state.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import { TextLink } from '#web/components/text-link.tsx';
import { FindMyAthlete } from '#web/features/athletes/find-my-athlete.tsx';
import { eventAlbumsQuery, eventQuery } from '#web/features/catalogue/event.query.ts';
import { EventHeader } from '#web/features/catalogue/event-header.tsx';
import { EventSchedule } from '#web/features/catalogue/event-schedule.tsx';
import { isMissing } from '#web/lib/api-error.ts';
import { paths } from '#web/lib/paths.ts';
import { usePathParams } from '#web/lib/use-path-params.ts';

function EventMissing() {
  return (
    <EmptyState
      title="Event not found"
      sentence="The link may be incomplete, or the event was archived."
      link={{ to: paths.events, label: 'Browse events' }}
    />
  );
}

function EventContent({ eventId }: { eventId: number }) {
  const event = useQuery(eventQuery(eventId));
  const albums = useQuery(eventAlbumsQuery(eventId));
  const error = event.error ?? albums.error;
  if (isMissing(event.error)) return <EventMissing />;
  if (event.data && albums.data) {
    return (
      <>
        <EventHeader event={event.data} albums={albums.data} />
        <EventSchedule event={event.data} albums={albums.data} />
        <FindMyAthlete />
      </>
    );
  }
  if (error) {
    return (
      <FailedState
        error={error}
        onRetry={() => {
          void event.refetch();
          void albums.refetch();
        }}
      />
    );
  }
  return (
    <>
      {event.data ? (
        <EventHeader event={event.data} albums={undefined} />
      ) : (
        <Skeleton label="Loading the event" className="h-[290px] desk:h-[418px]" />
      )}
      <Skeleton label="Loading its albums" className="h-[640px]" />
    </>
  );
}

export function EventPage() {
  const { eventid } = usePathParams('/events/:eventid');
  return (
    <div className="wrap grid grid-cols-[minmax(0,1fr)] gap-6 pt-2 pb-10 desk:gap-8 desk:pt-4 desk:pb-20">
      <nav aria-label="Breadcrumb" className="-mb-5 text-15">
        <TextLink to={paths.events}>All events</TextLink>
      </nav>
      <EventContent eventId={Number(eventid)} />
    </div>
  );
}
