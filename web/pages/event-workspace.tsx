import { useQuery } from '@tanstack/react-query';
import type { StaffEvent } from '#contract/entities/staff-event.ts';
import { FailedState } from '#web/components/failed-state.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import { eventAlbumsQuery } from '#web/features/admin-albums/staff-catalogue.query.ts';
import { useAlbumPlace } from '#web/features/admin-albums/use-album-place.ts';
import { ClockView } from '#web/features/ingest/clock-view.tsx';
import { DoubtfulView } from '#web/features/ingest/doubtful-view.tsx';
import { RunningOrderView } from '#web/features/ingest/running-order-view.tsx';
import { UploadView } from '#web/features/ingest/upload-view.tsx';
import { PrintView } from '#web/features/posters/print-view.tsx';

/** Everything about one event except its list of albums. */
export function EventWorkspace({ event }: { event: StaffEvent }) {
  const { place, change } = useAlbumPlace();
  const albums = useQuery(eventAlbumsQuery(event.id));
  if (albums.error && !albums.data) return <FailedState error={albums.error} onRetry={albums.refetch} />;
  if (!albums.data) return <Skeleton label="Loading albums" className="m-4 h-96" />;
  switch (place.view) {
    case 'upload':
      return (
        <UploadView
          event={event}
          albums={albums.data}
          albumId={place.album}
          onTarget={(album) => change({ album })}
        />
      );
    case 'order':
      return <RunningOrderView event={event} albums={albums.data} />;
    case 'clock':
      return (
        <ClockView
          event={event}
          isFullScreen={place.screen === 'true'}
          onFullScreen={(isFull) => change({ screen: isFull ? 'true' : undefined }, { push: true })}
        />
      );
    case 'posters':
      return (
        <PrintView
          event={event}
          kind={place.sheet ?? 'poster'}
          onKind={(sheet) => change({ sheet: sheet === 'poster' ? undefined : sheet })}
        />
      );
    default:
      return <DoubtfulView event={event} albums={albums.data} />;
  }
}
