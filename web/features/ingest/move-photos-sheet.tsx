import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#web/components/button.tsx';
import { FailedState } from '#web/components/failed-state.tsx';
import { photoAddress } from '#web/components/photo-address.ts';
import { Sheet } from '#web/components/sheet.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import { countOf } from '#web/lib/count-words.ts';
import { useIsDesk } from '#web/lib/use-is-desk.ts';
import { AlbumPhotoTile } from './album-photo-tile.tsx';
import { AlbumPicker } from './album-picker.tsx';
import { keepPresent, NOTHING } from './image-selection.ts';
import { albumPhotosQuery } from './ingest.query.ts';
import { albumTitle, type IngestAlbum } from './ingest.types.ts';
import { PhotoGrid } from './photo-grid.tsx';
import { useMoveBetweenAlbums } from './use-move-between-albums.ts';

const CAPTION_PX = 40;

type MovePhotosSheetProps = {
  album: IngestAlbum;
  /** Those of its event. */
  albums: readonly IngestAlbum[];
  timeZone: string;
  onClose: () => void;
};

/** The contact sheet of an album beside the albums its photos may belong to. */
export function MovePhotosSheet({ album, albums, timeZone, onClose }: MovePhotosSheetProps) {
  const isDesk = useIsDesk();
  const { data, error, refetch } = useQuery(albumPhotosQuery(album.id));
  const [selection, setSelection] = useState(NOTHING);
  const [isPicking, setIsPicking] = useState(false);
  const move = useMoveBetweenAlbums(album);
  const images = data?.images ?? [];
  const chosen = keepPresent(
    selection,
    images.map(({ id }) => id),
  );
  const send = (to: IngestAlbum, moved: number[]) => {
    if (moved.length === 0 || move.isPending) return;
    setSelection(NOTHING);
    setIsPicking(false);
    move.mutate({ to, images: moved });
  };
  const picker = (
    <AlbumPicker
      albums={albums.filter(({ id }) => id !== album.id)}
      label="Album to move to"
      onPick={(to) => send(to, chosen)}
      onDropImages={send}
    />
  );
  return (
    <Sheet
      title="Move photos"
      description={`Out of ${albumTitle(album)}. Choose photos, then the album they belong to.`}
      isWide
      onClose={onClose}
      footer={
        !isDesk &&
        chosen.length > 0 && (
          <Button onClick={() => setIsPicking(!isPicking)}>
            {isPicking ? 'Back to the photos' : `Move ${countOf(chosen.length, 'photo')}`}
          </Button>
        )
      }
    >
      {error && !data && <FailedState error={error} onRetry={refetch} />}
      {!error && !data && <Skeleton label="Loading photos" className="h-96" />}
      {data && (
        <div className="grid h-[58dvh] min-h-0 grid-cols-[minmax(0,1fr)] desk:grid-cols-[minmax(0,1fr)_300px] desk:gap-4">
          {(isDesk || !isPicking) && (
            <PhotoGrid
              label={`Photos of ${albumTitle(album)}`}
              images={images}
              captionPx={CAPTION_PX}
              selection={selection}
              onSelect={setSelection}
              tile={(image, props) => (
                <AlbumPhotoTile
                  {...props}
                  image={image}
                  address={photoAddress(data.uuid, image.id, 'thumb', data.temp_jwt)}
                  timeZone={timeZone}
                />
              )}
            />
          )}
          {(isDesk || isPicking) && (
            <div className="grid min-h-0 grid-rows-[auto_minmax(0,1fr)] gap-2">
              <p className="text-14 font-bold" aria-live="polite">
                {chosen.length > 0 ? `Move ${countOf(chosen.length, 'photo')} to` : 'Choose photos first'}
              </p>
              {picker}
            </div>
          )}
        </div>
      )}
    </Sheet>
  );
}
