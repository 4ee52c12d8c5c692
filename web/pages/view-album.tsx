import { useQuery } from '@tanstack/react-query';
import { FailedState } from '#web/components/failed-state.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import { publicAlbumQuery } from '#web/features/catalogue/public-album.query.ts';
import { SharedAlbum } from '#web/features/catalogue/shared-album.tsx';
import { isApiError } from '#web/lib/api-error.ts';
import { usePathParams } from '#web/lib/use-path-params.ts';
import { AlbumMissing } from './album-missing.tsx';

export function ViewAlbumPage() {
  const { albumId } = usePathParams('/view-album/:albumId');
  const { data: album, error, refetch } = useQuery(publicAlbumQuery(albumId));
  const event = album?.events[0];
  if (album && event) return <SharedAlbum album={album} event={event} />;
  // An address that is no album, and one that is not well formed, are the same to a person.
  const isMissing = isApiError(error) && (error.status === 404 || error.status === 400);
  return (
    <div className="wrap grid gap-8 py-8 desk:py-12">
      {isMissing && <AlbumMissing />}
      {error && !isMissing && <FailedState error={error} onRetry={refetch} />}
      {!error && <Skeleton label="Loading the album" className="h-[420px]" />}
    </div>
  );
}
