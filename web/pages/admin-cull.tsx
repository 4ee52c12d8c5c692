import { useQuery } from '@tanstack/react-query';
import { EmptyState, QueryState, Skeleton } from '#web/components/states.tsx';
import { PublishAlbum } from '#web/features/admin-albums/publish-album.tsx';
import { eventAlbumsQuery } from '#web/features/admin-albums/staff-catalogue.query.ts';
import { CullingView } from '#web/features/culling/culling-view.tsx';
import { type CullingAlbum, cullingQuery } from '#web/features/culling/use-cull.ts';
import { AlbumPicker } from '#web/features/ingest/album-picker.tsx';
import { paths, useNavigate, usePathParams } from '#web/lib/navigation.tsx';
import { cullSearch, useSearchState } from '#web/lib/search-params.ts';
import { staffEventQuery } from '#web/lib/staff.query.ts';

export function AdminCullPage() {
  const albumId = Number(usePathParams('/admin/albums/:albumid/cull').albumid);
  const query = useQuery(cullingQuery(albumId));
  return (
    <QueryState
      query={query}
      loading={<Skeleton label="Loading photos" className="m-4 h-96" />}
      missing={
        <EmptyState
          title="Album not found"
          sentence="It does not exist, or the address is wrong."
          link={{ to: paths.adminEvents, label: 'Go to events' }}
        />
      }
    >
      {(album) => <Culling key={albumId} album={album} />}
    </QueryState>
  );
}

function Culling({ album }: { album: CullingAlbum }) {
  const { id, event } = album.album;
  const navigate = useNavigate();
  const { search, change } = useSearchState(cullSearch);
  const { data: albums = [] } = useQuery(eventAlbumsQuery(event));
  const { data: ofEvent } = useQuery(staffEventQuery(event));
  const own = albums.find((one) => one.id === id);
  return (
    <CullingView
      album={album}
      eventName={ofEvent?.name}
      filter={search.show ?? 'all'}
      onFilter={(show) => void change({ show: show === 'all' ? undefined : show })}
      onAlbum={(to) => void navigate({ to: paths.adminCull(to), search: search as never })}
      publish={(photos, isSaving) => own && <PublishAlbum album={own} photos={photos} isSaving={isSaving} />}
      picker={(onPick) => (
        <AlbumPicker
          albums={albums.filter((one) => one.id !== id)}
          label="Album to move to"
          onPick={(to) => onPick(to.id)}
        />
      )}
    />
  );
}
