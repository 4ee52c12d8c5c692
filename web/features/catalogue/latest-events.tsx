import { queryOptions, useQuery } from '@tanstack/react-query';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import type { Event } from '#contract/entities/album.ts';
import { EventCard } from '#web/components/event-card.tsx';
import { EmptyState, QueryState, Skeleton } from '#web/components/states.tsx';
import { TextLink } from '#web/components/text-link.tsx';
import { callApi } from '#web/lib/api.ts';
import { i18n } from '#web/lib/i18n.ts';
import { paths } from '#web/lib/navigation.tsx';

export function LatestEvents() {
  return (
    <section aria-labelledby="latest-events" className="grid gap-3">
      <div className="flex items-center justify-between gap-4">
        <h2 id="latest-events" className="text-18 font-bold tracking-[-0.01em]">
          {i18n.t('Latest events')}
        </h2>
        <TextLink to={paths.events}>{i18n.t('All events')}</TextLink>
      </div>
      <QueryState
        query={useQuery(latestEventsQuery)}
        loading={<Skeleton label={i18n.t('Loading events')} className="h-64" />}
        empty={
          <EmptyState
            title={i18n.t('No events yet')}
            sentence={i18n.t('The next competition we photograph will show up here.')}
          />
        }
      >
        {(events) => (
          <ul className="grid grid-cols-2 gap-x-3.5 gap-y-6 desk:grid-cols-4 desk:gap-6">
            {events.map((event) => (
              <li key={event.id}>
                <EventCard event={event} to={paths.event(event.id)} />
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </section>
  );
}

const ASKED = 20;
const SHOWN = 4;
const DAYS_AHEAD = 14;
const DAY_MS = 86_400_000;

/** Events of the next days count as latest too. Those further ahead follow only where nothing else is known. */
export function latestOf(events: readonly Event[], now = Date.now()): Event[] {
  const until = new Date(now + DAYS_AHEAD * DAY_MS).toISOString().slice(0, 10);
  const near = events.filter(({ start_date }) => start_date <= until);
  return (near.length > 0 ? near : events.toReversed()).slice(0, SHOWN);
}

const latestEventsQuery = queryOptions({
  queryKey: ['events', 'latest'],
  queryFn: async ({ signal }) =>
    latestOf(await callApi(catalogueEndpoints.listEvents, { query: { _limit: ASKED }, signal })),
});
