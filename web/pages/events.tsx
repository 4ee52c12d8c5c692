import { useQuery } from '@tanstack/react-query';
import { PageHeading } from '#web/components/page-heading.tsx';
import { EmptyState, QueryState, Skeleton } from '#web/components/states.tsx';
import { eventsQuery } from '#web/features/catalogue/catalogue.query.ts';
import { EventList } from '#web/features/catalogue/event-list.tsx';
import { i18n } from '#web/lib/i18n.ts';

export function EventsPage() {
  return (
    <div className="wrap grid gap-8 py-8 desk:py-12">
      <PageHeading title={i18n.t('Events')} />
      <QueryState
        query={useQuery(eventsQuery)}
        loading={<Skeleton label={i18n.t('Loading events')} className="h-[420px]" />}
        empty={
          <EmptyState
            title={i18n.t('No events yet')}
            sentence={i18n.t('The next competition we photograph will show up here.')}
          />
        }
      >
        {(events) => <EventList events={events} />}
      </QueryState>
    </div>
  );
}
