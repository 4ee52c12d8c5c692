import { useQuery } from '@tanstack/react-query';
import { Button } from '#web/components/button.tsx';
import { FailedState } from '#web/components/failed-state.tsx';
import { Photo } from '#web/components/photo.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import { teamName } from '#web/lib/formats.ts';
import { photosOfAlbumQuery } from './sales.query.ts';
import type { TargetAlbum } from './swap-targets.ts';

type SwapPhotosProps = {
  album: TargetAlbum;
  ownImageId: number | null;
  onChoose: (imageId: number) => void;
  onBack: () => void;
};

export function SwapPhotos({ album, ownImageId, onChoose, onBack }: SwapPhotosProps) {
  const { data, error, refetch } = useQuery(photosOfAlbumQuery(album.id));
  if (error && !data) return <FailedState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton label="Loading photos" className="h-64" />;
  const images = data.images.filter(({ id }) => id !== ownImageId);
  return (
    <div className="grid gap-3 pb-3">
      <p className="text-14 text-ink-2">
        {images.length === 0 ? 'No other photo in' : 'Choose the photo of'}{' '}
        <b className="font-[650] text-ink">{teamName(album)}</b>.
      </p>
      <ul className="grid max-h-[46dvh] grid-cols-3 gap-1.5 overflow-y-auto p-0.5">
        {images.map((image) => (
          <li key={image.id} className="[content-visibility:auto]">
            <button
              type="button"
              aria-label={`Photo ${image.id}`}
              onClick={() => onChoose(image.id)}
              className="block w-full rounded-tile"
            >
              <Photo
                albumUuid={data.uuid}
                image={image}
                token={data.temp_jwt}
                className="aspect-[3/2] w-full rounded-tile"
              />
            </button>
          </li>
        ))}
      </ul>
      <Button kind="line" onClick={onBack}>
        Another album
      </Button>
    </div>
  );
}
