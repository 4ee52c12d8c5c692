import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PageHeading } from '#web/components/page-heading.tsx';
import { EmptyState, QueryState, Skeleton } from '#web/components/states.tsx';
import { eventsQuery, publicEventsQuery } from '#web/features/catalogue/catalogue.query.ts';
import { EventList } from '#web/features/catalogue/event-list.tsx';
import { i18n } from '#web/lib/i18n.ts';
import { paths } from '#web/lib/navigation.tsx';

export function EventsPage() {
  return (
    <EventsFrame>
      <QueryState query={useQuery(eventsQuery)} {...states()}>
        {(events) => <EventList events={events} linkOf={({ id }) => paths.event(id)} />}
      </QueryState>
    </EventsFrame>
  );
}

/** Visitors see names, dates and the pictures that staff chose, and go on to the teams of an event. */
export function PublicEventsPage() {
  return (
    <EventsFrame intro={i18n.t('Find your event, then pick your team. Photos open after you log in.')}>
      <QueryState query={useQuery(publicEventsQuery)} {...states()}>
        {(events) => <EventList events={events} linkOf={({ code }) => paths.poster(code)} />}
      </QueryState>
    </EventsFrame>
  );
}

function EventsFrame({ intro, children }: { intro?: string; children: ReactNode }) {
  return (
    <div className="wrap grid gap-8 py-8 desk:py-12">
      <PageHeading title={i18n.t('Events')}>{intro}</PageHeading>
      {children}
    </div>
  );
}

const states = () => ({
  loading: <Skeleton label={i18n.t('Loading events')} className="h-[420px]" />,
  empty: (
    <EmptyState
      title={i18n.t('No events yet')}
      sentence={i18n.t('The next competition we photograph will show up here.')}
    />
  ),
});
