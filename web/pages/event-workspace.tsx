import { useQuery } from '@tanstack/react-query';
import { FailedState } from '#web/components/failed-state.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import type { StaffEvent } from '#web/features/admin-albums/admin-albums.types.ts';
import { useListPlace } from '#web/features/admin-albums/list-place.ts';
import { eventAlbumsQuery } from '#web/features/admin-albums/staff-catalogue.query.ts';
import { ClockView } from '#web/features/ingest/clock-view.tsx';
import { DoubtfulView } from '#web/features/ingest/doubtful-view.tsx';
import { RunningOrderView } from '#web/features/ingest/running-order-view.tsx';
import { UploadView } from '#web/features/ingest/upload-view.tsx';
import { useSearchText } from '#web/lib/use-path-params.ts';

/** The work on one event besides its list of albums. */
export function EventWorkspace({ event }: { event: StaffEvent }) {
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
