import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { StaffEvent } from '#contract/entities/staff-event.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { FailedState } from '#web/components/failed-state.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import { AlbumBrowser } from '#web/features/admin-albums/album-browser.tsx';
import { AlbumPanelPartsContext } from '#web/features/admin-albums/album-panel-parts.ts';
import { AlbumsHeading } from '#web/features/admin-albums/albums-heading.tsx';
import { EventList } from '#web/features/admin-albums/event-list.tsx';
import { staffEventsQuery } from '#web/features/admin-albums/staff-catalogue.query.ts';
import { useAlbumPlace } from '#web/features/admin-albums/use-album-place.ts';
import { WorkspaceTabs } from '#web/features/admin-albums/workspace-tabs.tsx';
import { doubtfulQuery } from '#web/features/ingest/ingest.query.ts';
import { paths } from '#web/lib/paths.ts';
import { albumPlaceSearch } from '#web/lib/search-params.ts';
import { searchFor } from '#web/lib/use-search-state.ts';
import { albumPanelParts } from './album-panel-parts.tsx';

const EventWorkspace = lazy(() =>
  import('./event-workspace.tsx').then((m) => ({ default: m.EventWorkspace })),
);
const EventSheet = lazy(() =>
  import('#web/features/admin-albums/event-sheet.tsx').then((m) => ({ default: m.EventSheet })),
);
const NewAlbumSheet = lazy(() =>
  import('#web/features/admin-albums/new-album-sheet.tsx').then((m) => ({ default: m.NewAlbumSheet })),
);

const AREA = 'grid min-h-0 grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)]';

function EventArea({ event }: { event: StaffEvent }) {
  const { place } = useAlbumPlace();
  const doubtful = useQuery(doubtfulQuery(event.id));
  return (
    <div className={AREA}>
      <WorkspaceTabs eventId={event.id} view={place.view} doubtful={doubtful.data?.images.length} />
      {place.view === 'albums' ? (
        <AlbumBrowser eventId={event.id} />
      ) : (
        <div className="relative min-h-0 overflow-y-auto">
          <Suspense fallback={<Skeleton label="Loading" className="m-4 h-96" />}>
            <EventWorkspace key={event.id} event={event} />
          </Suspense>
        </div>
      )}
    </div>
  );
}

function Area({ event }: { event: StaffEvent | undefined }) {
  const { place } = useAlbumPlace();
  const { data, error, refetch } = useQuery(staffEventsQuery);
  if (event) return <EventArea event={event} />;
  if (place.event === undefined) {
    return (
      <div className={AREA}>
        <WorkspaceTabs eventId={undefined} view={place.view} />
        {place.view === 'events' ? <EventList /> : <AlbumBrowser eventId={undefined} />}
      </div>
    );
  }
  return (
    <div className="p-4 desk:p-6">
      {data ? (
        <EmptyState title="No such event" sentence="The event in this address does not exist." />
      ) : error ? (
        <FailedState error={error} onRetry={refetch} />
      ) : (
        <Skeleton label="Loading event" className="h-96" />
      )}
    </div>
  );
}

/** Albums and events for photographers and staff. */
export function AdminAlbumsPage() {
  const navigate = useNavigate();
  const { place } = useAlbumPlace();
  const { data: events = [] } = useQuery(staffEventsQuery);
  const [open, setOpen] = useState<'event' | 'album'>();
  const event = events.find(({ id }) => id === place.event);
  const close = () => setOpen(undefined);
  const show = (search: Parameters<typeof searchFor<typeof albumPlaceSearch>>[1]) => {
    close();
    void navigate({ to: paths.adminAlbums, search: searchFor(albumPlaceSearch, search) });
  };
  return (
    <div className="grid h-[calc(100dvh-var(--header-height)-1px-var(--tab-bar-height))] grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)] desk:h-[calc(100dvh-var(--header-height)-1px)]">
      <AlbumPanelPartsContext value={albumPanelParts}>
        <AlbumsHeading event={event} onEvent={() => setOpen('event')} onNewAlbum={() => setOpen('album')} />
        <Area event={event} />
        <Suspense>
          {open === 'event' && (
            <EventSheet
              event={event}
              onClose={close}
              onSaved={(saved) => (event ? close() : show({ event: saved.id, view: 'order' }))}
            />
          )}
          {open === 'album' && (
            <NewAlbumSheet
              events={events}
              eventId={place.event}
              onClose={close}
              onCreated={({ id, eventId }) => show({ event: eventId, album: id })}
            />
          )}
        </Suspense>
      </AlbumPanelPartsContext>
    </div>
  );
}
