import { use } from 'react';
import type { PlacedAlbum } from '#contract/entities/admin-album.ts';
import { FailedState } from '#web/components/failed-state.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import { Link } from '#web/lib/navigation.tsx';
import { paths } from '#web/lib/paths.ts';
import { AlbumActions } from './album-actions.tsx';
import { AlbumCover } from './album-cover.tsx';
import { AlbumFacts } from './album-facts.tsx';
import { AlbumHistory } from './album-history.tsx';
import { AlbumPanelPartsContext } from './album-panel-parts.ts';
import { AlbumTabs } from './album-tabs.tsx';
import { FailedZip } from './album-zip.tsx';
import { useSelectedAlbum } from './use-selected-album.ts';

export function AlbumPanel({ albumId }: { albumId: number }) {
  const { album, detail, error, retry } = useSelectedAlbum(albumId);
  const { sales } = use(AlbumPanelPartsContext);
  if (!album && error) return <FailedState error={error} onRetry={retry} />;
  if (!album) return <Skeleton label="Loading album" className="h-96" />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <AlbumCover order={album.performance_order} detail={detail} />
      <AlbumTitle album={album} />
      <FailedZip albumId={album.id} />
      <AlbumActions album={album} />
      <AlbumTabs
        tabs={[
          {
            name: 'facts',
            label: 'Facts',
            content: <AlbumFacts album={album} timeZone={detail?.events[0]?.time_zone} />,
          },
          { name: 'sales', label: 'Sales', content: sales(album) },
          { name: 'history', label: 'History', content: <AlbumHistory albumId={album.id} /> },
        ]}
      />
    </div>
  );
}

function AlbumTitle({ album }: { album: PlacedAlbum }) {
  return (
    <div className="grid gap-1">
      <h2 className="text-[1.1875rem] leading-tight font-[750] tracking-[-0.02em]">
        {album.program_name} <span className="font-medium text-ink-2">{album.team_name}</span>
      </h2>
      <p className="text-13 text-ink-2">
        {album.division_name && `${album.division_name}. `}
        <Link
          to={paths.adminEvent(album.event)}
          className="underline decoration-edge underline-offset-3 hover:decoration-ink"
        >
          {[album.event_name, album.city, album.state].filter(Boolean).join(', ')}
        </Link>
      </p>
    </div>
  );
}
