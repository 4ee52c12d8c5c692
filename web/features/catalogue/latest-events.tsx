import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '#web/components/empty-state.tsx';
import { QueryState } from '#web/components/query-state.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import { TextLink } from '#web/components/text-link.tsx';
import { paths } from '#web/lib/paths.ts';
import { EventCard } from './event-card.tsx';
import { latestEventsQuery } from './latest-events.query.ts';

export function LatestEvents() {
  return (
    <section aria-labelledby="latest-events" className="grid gap-3">
      <div className="flex items-center justify-between gap-4">
        <h2 id="latest-events" className="text-18 font-bold tracking-[-0.01em]">
          Latest events
        </h2>
        <TextLink to={paths.events}>All events</TextLink>
      </div>
      <QueryState
        query={useQuery(latestEventsQuery)}
        loading={<Skeleton label="Loading events" className="h-[232px]" />}
        empty={
          <EmptyState
            title="No events yet"
            sentence="The next competition we photograph will show up here."
          />
        }
      >
        {(events) => (
          <ul className="grid gap-3 sm:grid-cols-2">
            {events.map((event) => (
              <li key={event.id} className="grid">
                <EventCard event={event} />
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </section>
  );
}
