import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { StaffEvent } from '#contract/entities/staff-event.ts';
import { EmptyState, FailedState, Skeleton } from '#web/components/states.tsx';
import { AlbumBrowser } from '#web/features/admin-albums/album-browser.tsx';
import { AlbumPanelPartsContext } from '#web/features/admin-albums/album-panel-parts.ts';
import { EventFigures, EventHeading, FewPhotosNotice } from '#web/features/admin-albums/event-heading.tsx';
import { EventTabs } from '#web/features/admin-albums/event-tabs.tsx';
import { eventTotalsQuery } from '#web/features/admin-albums/staff-catalogue.query.ts';
import { posterCodesQuery } from '#web/features/posters/poster.query.ts';
import { isApiError } from '#web/lib/api-error.ts';
import { lazyPart } from '#web/lib/lazy-part.tsx';
import { EVENT_SECTIONS, type EventSection, usePathParams } from '#web/lib/navigation.tsx';
import { staffEventQuery } from '#web/lib/staff.query.ts';
import { albumPanelParts } from './album-panel-parts.tsx';

const EventSectionView = lazyPart(
  () => import('./event-section.tsx'),
  'EventSectionView',
  <Skeleton label="Loading" className="m-4 h-96" />,
);
const EventSheet = lazyPart(() => import('#web/features/admin-albums/event-sheet.tsx'), 'EventSheet');
const NewAlbumSheet = lazyPart(() => import('#web/features/admin-albums/album-fields.tsx'), 'NewAlbumSheet');

/** One event and everything that belongs to it, in sections with their own addresses. */
export function AdminEventPage() {
  const params = usePathParams('/admin/events/:eventid/:section');
  const eventId = Number(params.eventid);
  const section = EVENT_SECTIONS.find((name) => name === params.section) ?? 'albums';
  const { data: event, error, refetch, isEnabled } = useQuery(staffEventQuery(eventId));
  if (event) return <Event key={event.id} event={event} section={section} />;
  const isMissing = !isEnabled || (isApiError(error) && error.code === 'not_found');
  return (
    <div className="p-4 desk:p-6">
      {isMissing ? (
        <EmptyState title="Event not found" sentence="It does not exist, or the address is wrong." />
      ) : error ? (
        <FailedState error={error} onRetry={refetch} />
      ) : (
        <Skeleton label="Loading event" className="h-96" />
      )}
    </div>
  );
}

function Event({ event, section }: { event: StaffEvent; section: EventSection }) {
  const [open, setOpen] = useState<'event' | 'album'>();
  const { data: codes } = useQuery(posterCodesQuery(event.id));
  const { data: totals } = useQuery(eventTotalsQuery(event.id));
  const close = () => setOpen(undefined);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] grid-rows-[auto_auto_minmax(0,1fr)] desk:h-[calc(100dvh-var(--header-height)-1px)]">
      <AlbumPanelPartsContext value={albumPanelParts}>
        <EventHeading event={event} code={codes?.code} totals={totals} onEdit={() => setOpen('event')} />
        <div>
          <EventTabs
            event={event}
            code={codes?.code}
            section={section}
            totals={totals}
            onEdit={() => setOpen('event')}
          />
          {section === 'albums' && <EventFigures totals={totals} />}
          {section === 'albums' && <FewPhotosNotice totals={totals} />}
        </div>
        {section === 'albums' ? (
          <AlbumBrowser eventId={event.id} onNew={() => setOpen('album')} />
        ) : (
          <div className="relative min-h-0 desk:overflow-y-auto">
            <EventSectionView event={event} section={section} />
          </div>
        )}
        {open === 'event' && <EventSheet event={event} onClose={close} />}
        {open === 'album' && <NewAlbumSheet events={[event]} eventId={event.id} onClose={close} />}
      </AlbumPanelPartsContext>
    </div>
  );
}
