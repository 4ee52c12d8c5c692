import { Link } from '@tanstack/react-router';
import { use } from 'react';
import { FailedState } from '#web/components/failed-state.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import { paths } from '#web/lib/paths.ts';
import type { AdminAlbum, StaffEvent } from './admin-albums.types.ts';
import { AlbumActions } from './album-actions.tsx';
import { AlbumCover } from './album-cover.tsx';
import { AlbumFacts } from './album-facts.tsx';
import { AlbumHistory } from './album-history.tsx';
import { AlbumPanelPartsContext } from './album-panel-parts.ts';
import { AlbumTabs } from './album-tabs.tsx';
import { FailedZip } from './album-zip.tsx';
import { changeSearch } from './list-place.ts';
import { useSelectedAlbum } from './use-selected-album.ts';

type AlbumPanelProps = { albumId: number; events: readonly StaffEvent[] };

/** Everything about the chosen album, beside the list on a desk, in a sheet on a phone. */
export function AlbumPanel({ albumId, events }: AlbumPanelProps) {
  const { album, detail, error, retry } = useSelectedAlbum(albumId);
  const { sales } = use(AlbumPanelPartsContext);
  if (!album && error) return <FailedState error={error} onRetry={retry} />;
  if (!album) return <Skeleton label="Loading album" className="h-96" />;
  const event = events.find(({ id }) => id === album.event);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <AlbumCover order={album.performance_order} detail={detail} />
      <AlbumTitle album={album} event={event} />
      <FailedZip albumId={album.id} />
      <AlbumActions album={album} />
      <AlbumTabs
        tabs={[
          { name: 'facts', label: 'Facts', content: <AlbumFacts album={album} event={event} /> },
          { name: 'sales', label: 'Sales', content: sales(album) },
          { name: 'history', label: 'History', content: <AlbumHistory albumId={album.id} /> },
        ]}
      />
    </div>
  );
}

function AlbumTitle({ album, event }: { album: AdminAlbum; event: StaffEvent | undefined }) {
  return (
    <div className="grid gap-1">
      <h2 className="text-[1.1875rem] leading-tight font-[750] tracking-[-0.02em]">
        {album.program_name} <span className="font-medium text-ink-2">{album.team_name}</span>
      </h2>
      <p className="text-13 text-ink-2">
        {album.division_name && `${album.division_name}. `}
        {event && (
          <Link
            to={paths.adminAlbums}
            search={changeSearch({}, { event: event.id }) as never}
            className="underline decoration-edge underline-offset-3 hover:decoration-ink"
          >
            {[event.name, event.city, event.state].filter(Boolean).join(', ')}
          </Link>
        )}
      </p>
    </div>
  );
}
