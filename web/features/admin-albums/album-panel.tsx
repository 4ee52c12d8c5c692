import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FailedState } from '#web/components/failed-state.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import { formatCount } from '#web/lib/count-words.ts';
import { formatAge } from '#web/lib/formats.ts';
import { paths } from '#web/lib/paths.ts';
import type { AdminAlbum, StaffEvent } from './admin-albums.types.ts';
import { AlbumActions } from './album-actions.tsx';
import { AlbumCover } from './album-cover.tsx';
import { AlbumState } from './album-state.tsx';
import { changeSearch } from './list-place.ts';
import { useSelectedAlbum } from './use-selected-album.ts';

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-3">{label}</dt>
      <dd className="truncate font-medium">{children}</dd>
    </>
  );
}

function plannedTime(isoMoment: string, timeZone: string | undefined): string {
  return new Intl.DateTimeFormat(undefined, { timeZone, dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(isoMoment),
  );
}

function AlbumFacts({ album, event }: { album: AdminAlbum; event: StaffEvent | undefined }) {
  return (
    <dl className="grid grid-cols-[96px_minmax(0,1fr)] gap-x-2.5 gap-y-2 text-13">
      <Fact label="State">
        <AlbumState publishedAt={album.published_at} />
      </Fact>
      <Fact label="Photos">{formatCount(album.images_count)}</Fact>
      <Fact label="Planned">
        {album.planned_at ? plannedTime(album.planned_at, event?.time_zone) : 'No time'}
      </Fact>
      <Fact label="Created">{formatAge(album.created_at)}</Fact>
      <Fact label="Identifier">{album.identifier}</Fact>
      <Fact label="Album ID">{album.id}</Fact>
      <Fact label="Public link">
        <span title={paths.viewAlbum(album.uuid)}>{paths.viewAlbum(album.uuid)}</span>
      </Fact>
    </dl>
  );
}

type AlbumPanelProps = { albumId: number; events: readonly StaffEvent[] };

/** Everything about the chosen album, beside the list on a desk, in a sheet on a phone. */
export function AlbumPanel({ albumId, events }: AlbumPanelProps) {
  const { album, detail, error, retry } = useSelectedAlbum(albumId);
  if (!album && error) return <FailedState error={error} onRetry={retry} />;
  if (!album) return <Skeleton label="Loading album" className="h-96" />;
  const event = events.find(({ id }) => id === album.event);
  return (
    <div className="grid gap-4">
      <AlbumCover order={album.performance_order} detail={detail} />
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
      <AlbumActions album={album} />
      <AlbumFacts album={album} event={event} />
    </div>
  );
}
