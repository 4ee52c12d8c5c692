import { useQuery } from '@tanstack/react-query';
import type { AdminAlbum } from '#contract/entities/staff-event.ts';
import { Skeleton } from '#web/components/states.tsx';
import type { AlbumPanelParts } from '#web/features/admin-albums/album-panel-parts.ts';
import { eventAlbumsQuery } from '#web/features/admin-albums/staff-catalogue.query.ts';
import { lazyPart } from '#web/lib/lazy-part.tsx';
import { staffEventQuery } from '#web/lib/staff.query.ts';

const AlbumSales = lazyPart(
  () => import('#web/features/sales/album-sales.tsx'),
  'AlbumSales',
  <Skeleton label="Loading sales" className="h-40" />,
);
const MovePhotosSheet = lazyPart(
  () => import('#web/features/ingest/move-photos-sheet.tsx'),
  'MovePhotosSheet',
);

export const albumPanelParts: AlbumPanelParts = {
  sales: (album) => <AlbumSales album={album} />,
  movePhotos: (album, onClose) => <MovePhotos album={album} onClose={onClose} />,
};

function MovePhotos({ album, onClose }: { album: AdminAlbum; onClose: () => void }) {
  const { data: albums = [] } = useQuery(eventAlbumsQuery(album.event));
  const { data: event } = useQuery(staffEventQuery(album.event));
  return (
    <MovePhotosSheet album={album} albums={albums} timeZone={event?.time_zone ?? 'UTC'} onClose={onClose} />
  );
}
