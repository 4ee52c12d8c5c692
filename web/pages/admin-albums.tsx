import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '#web/components/empty-state.tsx';
import { FailedState } from '#web/components/failed-state.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import type { StaffEvent } from '#web/features/admin-albums/admin-albums.types.ts';
import { AlbumBrowser } from '#web/features/admin-albums/album-browser.tsx';
import { AlbumPanelPartsContext } from '#web/features/admin-albums/album-panel-parts.ts';
import { AlbumsHeading } from '#web/features/admin-albums/albums-heading.tsx';
import { EventSheet } from '#web/features/admin-albums/event-sheet.tsx';
import { useListPlace } from '#web/features/admin-albums/list-place.ts';
import { NewAlbumSheet } from '#web/features/admin-albums/new-album-sheet.tsx';
import {
  albumPageQuery,
  eventAlbumsQuery,
  staffEventsQuery,
} from '#web/features/admin-albums/staff-catalogue.query.ts';
import { WorkspaceTabs } from '#web/features/admin-albums/workspace-tabs.tsx';
import { ClockView } from '#web/features/ingest/clock-view.tsx';
import { DoubtfulView } from '#web/features/ingest/doubtful-view.tsx';
import { doubtfulQuery } from '#web/features/ingest/ingest.query.ts';
import { RunningOrderView } from '#web/features/ingest/running-order-view.tsx';
import { UploadView } from '#web/features/ingest/upload-view.tsx';
import { useSearchText } from '#web/lib/use-path-params.ts';
import { albumPanelParts } from './album-panel-parts.tsx';

/** The work on one event besides its list of albums. */
function Workspace({ event }: { event: StaffEvent }) {
  const { place, go } = useListPlace();
  const isFullScreen = useSearchText('screen') === 'full';
  const albums = useQuery(eventAlbumsQuery(event.id));
  if (albums.error && !albums.data) return <FailedState error={albums.error} onRetry={albums.refetch} />;
  if (!albums.data) return <Skeleton label="Loading albums" className="m-4 h-96" />;
  switch (place.view) {
    case 'upload':
      return (
        <UploadView
          event={event}
          albums={albums.data}
          albumId={place.albumId}
          onTarget={(album) => go({ album }, { replace: true })}
        />
      );
    case 'order':
      return <RunningOrderView event={event} albums={albums.data} />;
    case 'clock':
      return (
        <ClockView
          event={event}
          isFullScreen={isFullScreen}
          onFullScreen={(isFull) => go({ screen: isFull ? 'full' : undefined })}
        />
      );
    default:
      return <DoubtfulView event={event} albums={albums.data} />;
  }
}

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
          <Workspace key={event.id} event={event} />
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
