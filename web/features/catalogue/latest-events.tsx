import { queryOptions, useQuery } from '@tanstack/react-query';
import { landingEndpoints, type PublicEvent } from '#contract/endpoints/landing.ts';
import { areNear, EventCard, LiveMark } from '#web/components/event-card.tsx';
import { EventPicture } from '#web/components/event-picture.tsx';
import { EmptyState, QueryState, Skeleton } from '#web/components/states.tsx';
import { TextLink } from '#web/components/text-link.tsx';
import { callApi } from '#web/lib/api.ts';
import { formatDays } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { Link, paths } from '#web/lib/navigation.tsx';

export function LatestEvents() {
  const events = useQuery(latestEventsQuery);
  return (
    <section aria-labelledby="latest-events" className="grid gap-3.5 pt-2 desk:pt-4">
      <div className="flex items-center justify-between gap-4">
        <h2 id="latest-events" className="text-22 font-[750] tracking-[-0.025em]">
          {events.data && areNear(events.data) ? i18n.t('This weekend') : i18n.t('Latest events')}
        </h2>
        <TextLink to={paths.events}>{i18n.t('See all events')}</TextLink>
      </div>
      <QueryState
        query={events}
        loading={<Skeleton label={i18n.t('Loading events')} className="h-64" />}
        empty={
          <EmptyState
            title={i18n.t('No events yet')}
            sentence={i18n.t('The next competition we photograph will show up here.')}
          />
        }
      >
        {(shown) => (
          <ul className="grid grid-cols-2 gap-x-3.5 gap-y-6 desk:grid-cols-4 desk:gap-6">
            {shown.map((event, index) => (
              <li key={event.id} className="first:col-span-2 desk:first:row-span-2">
                {index === 0 ? (
                  <LeadEvent event={event} />
                ) : (
                  <EventCard event={event} to={paths.event(event.id)} />
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </section>
  );
}

function LeadEvent({ event }: { event: PublicEvent }) {
  const place = [event.city, event.state].filter(Boolean).join(', ');
  return (
    <Link
      to={paths.event(event.id)}
      className="relative isolate flex aspect-4/3 items-end overflow-hidden rounded-sheet bg-stage text-white"
    >
      <EventPicture
        picture={event.picture}
        sizes="(min-width: 1000px) 600px, 100vw"
        className="absolute inset-0 -z-20 size-full"
      />
      <span
        aria-hidden
        className="absolute inset-0 -z-10 bg-[linear-gradient(180deg,rgb(6_10_24/0)_40%,rgb(6_10_24/.88))]"
      />
      <LiveMark event={event} />
      <span className="grid gap-1 p-[18px]">
        <b className="text-22 leading-[1.15] font-extrabold tracking-[-0.025em] text-balance">{event.name}</b>
        <small className="text-14 text-white/86 tabular-nums">
          {place}. {formatDays(event.start_date, event.last_date)}
          {event.photos_count > 0 && <span className="block">{countsOf(event)}</span>}
        </small>
      </span>
    </Link>
  );
}

const countsOf = ({ albums_count: albums, photos_count: photos }: PublicEvent) =>
  i18n.t(
    '{albums, plural, one {# album} other {# albums}}, {photos, plural, one {# photo} other {# photos}}',
    { albums, photos },
  );

const SHOWN = 5;
const DAYS_AHEAD = 14;
const DAY_MS = 86_400_000;

/** Events of the next days count as latest too. Those further ahead follow only where nothing else is known. */
export function latestOf(events: readonly PublicEvent[], now = Date.now()): PublicEvent[] {
  const until = new Date(now + DAYS_AHEAD * DAY_MS).toISOString().slice(0, 10);
  const near = events.filter(({ start_date }) => start_date <= until);
  return (near.length > 0 ? near : events.toReversed()).slice(0, SHOWN);
}

export const latestEventsQuery = queryOptions({
  queryKey: ['events', 'latest'],
  queryFn: async ({ signal }) => latestOf(await callApi(landingEndpoints.listPublicEvents, { signal })),
});
