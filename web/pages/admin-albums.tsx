import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { EmptyState } from '#web/components/empty-state.tsx';
import { FailedState } from '#web/components/failed-state.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import type { StaffEvent } from '#web/features/admin-albums/admin-albums.types.ts';
import { AlbumBrowser } from '#web/features/admin-albums/album-browser.tsx';
import { AlbumPanelPartsContext } from '#web/features/admin-albums/album-panel-parts.ts';
import { AlbumsHeading } from '#web/features/admin-albums/albums-heading.tsx';
import { useListPlace } from '#web/features/admin-albums/list-place.ts';
import { albumPageQuery, staffEventsQuery } from '#web/features/admin-albums/staff-catalogue.query.ts';
import { WorkspaceTabs } from '#web/features/admin-albums/workspace-tabs.tsx';
import { doubtfulQuery } from '#web/features/ingest/ingest.query.ts';
import { albumPanelParts } from './album-panel-parts.tsx';

// The list of albums is what one comes for; the rest is fetched when it is opened.
const EventWorkspace = lazy(() =>
  import('./event-workspace.tsx').then((m) => ({ default: m.EventWorkspace })),
);
const EventSheet = lazy(() =>
  import('#web/features/admin-albums/event-sheet.tsx').then((m) => ({ default: m.EventSheet })),
);
const NewAlbumSheet = lazy(() =>
  import('#web/features/admin-albums/new-album-sheet.tsx').then((m) => ({ default: m.NewAlbumSheet })),
);

function EventArea({ event, events }: { event: StaffEvent; events: readonly StaffEvent[] }) {
  const { place } = useListPlace();
  const doubtful = useQuery(doubtfulQuery(event.id));
  return (
    <div className="grid min-h-0 grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)]">
      <WorkspaceTabs eventId={event.id} view={place.view} doubtful={doubtful.data?.images.length} />
      {place.view === 'albums' ? (
        <AlbumBrowser events={events} event={event} expected={event.albums_count} />
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

function Area({ events }: { events: readonly StaffEvent[] }) {
  const { place, go } = useListPlace();
  const [open, setOpen] = useState<'event' | 'album'>();
  const event = events.find(({ id }) => id === place.eventId);
  const total = events.reduce((sum, { albums_count }) => sum + albums_count, 0);
  const close = () => setOpen(undefined);
  return (
    <>
      <AlbumsHeading
        event={event}
        total={total}
        onEvent={() => setOpen('event')}
        onNewAlbum={() => setOpen('album')}
      />
      {place.eventId && !event ? (
        <div className="p-4 desk:p-6">
          <EmptyState title="No such event" sentence="The event in this address does not exist." />
        </div>
      ) : event ? (
        <EventArea event={event} events={events} />
      ) : (
        <AlbumBrowser events={events} event={undefined} expected={total} />
      )}
      <Suspense>
        {open === 'event' && (
          <EventSheet
            event={event}
            onClose={close}
            onSaved={(saved) => {
              close();
              if (!event) void go({ event: saved.id, album: undefined, q: undefined, view: 'order' });
            }}
          />
        )}
        {open === 'album' && (
          <NewAlbumSheet
            events={events}
            eventId={place.eventId}
            onClose={close}
            onCreated={({ id, eventId }) => {
              close();
              void go({ event: eventId, album: id, q: undefined, view: undefined });
            }}
          />
        )}
      </Suspense>
    </>
  );
}

/** Albums and events for photographers and staff; where one stands is all in the address. */
export function AdminAlbumsPage() {
  const { place } = useListPlace();
  // The first rows need not wait for the events.
  usePrefetchQuery(albumPageQuery(place, 0));
  const { data, error, refetch } = useQuery(staffEventsQuery);
  return (
    <div className="grid h-[calc(100dvh-var(--header-height)-1px-var(--tab-bar-height))] grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)] desk:h-[calc(100dvh-var(--header-height)-1px)]">
      {data ? (
        <AlbumPanelPartsContext value={albumPanelParts}>
          <Area events={data} />
        </AlbumPanelPartsContext>
      ) : (
        <>
          <header className="flex h-14 items-center border-line border-b px-4 desk:px-5">
            <h1 tabIndex={-1} className="text-18 font-[750] tracking-[-0.02em]">
              Albums
            </h1>
          </header>
          <div className="p-4 desk:p-6">
            {error ? (
              <FailedState error={error} onRetry={refetch} />
            ) : (
              <Skeleton label="Loading albums" className="h-96" />
            )}
          </div>
        </>
      )}
    </div>
  );
}
