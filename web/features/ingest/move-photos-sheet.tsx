import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { imageEndpoints, MAX_IMAGES_PER_MOVE } from '#contract/endpoints/images.ts';
import type { Image } from '#contract/entities/album.ts';
import { Button } from '#web/components/button.tsx';
import { photoAddress } from '#web/components/photo.tsx';
import { PhotoGrid } from '#web/components/photo-grid.tsx';
import { Sheet } from '#web/components/sheet.tsx';
import { FailedState, Skeleton } from '#web/components/states.tsx';
import { callApi } from '#web/lib/api.ts';
import { countOf } from '#web/lib/formats.ts';
import { wholeRows } from '#web/lib/lists/list-rows.ts';
import { useSelection } from '#web/lib/lists/use-selection.ts';
import { toast } from '#web/lib/toast.ts';
import { useIsDesk } from '#web/lib/use-is-desk.ts';
import { useStaffAction } from '#web/lib/use-staff-action.ts';
import { AlbumPicker } from './album-picker.tsx';
import { captureTime } from './event-time.ts';
import { albumLabel, albumPhotosQuery, albumTitle, type IngestAlbum } from './ingest.query.ts';

const CAPTION_PX = 40;
const idOf = ({ id }: Image) => id;

type MovePhotosSheetProps = {
  album: IngestAlbum;
  albums: readonly IngestAlbum[];
  timeZone: string;
  onClose: () => void;
};

export function MovePhotosSheet({ album, albums, timeZone, onClose }: MovePhotosSheetProps) {
  const isDesk = useIsDesk();
  const { data, error, refetch } = useQuery(albumPhotosQuery(album.id));
  const [isPicking, setIsPicking] = useState(false);
  const move = useMoveBetweenAlbums(album);
  const images = data?.images ?? [];
  const selection = useSelection({ idOf, rows: wholeRows(images), max: MAX_IMAGES_PER_MOVE });
  const { count } = selection;
  const send = (to: IngestAlbum, moved: number[]) => {
    if (moved.length === 0 || move.isPending) return;
    selection.clear();
    setIsPicking(false);
    move.mutate({ to, images: moved });
  };
  const picker = (
    <AlbumPicker
      albums={albums.filter(({ id }) => id !== album.id)}
      label="Album to move to"
      onPick={(to) => send(to, selection.rows.map(idOf))}
      onDropImages={send}
    />
  );
  return (
    <Sheet
      title="Move photos"
      description={`From ${albumTitle(album)}. Select photos, then the album they belong to.`}
      isWide
      onClose={onClose}
      footer={
        !isDesk &&
        count > 0 && (
          <Button onClick={() => setIsPicking(!isPicking)}>
            {isPicking ? 'Back to photos' : `Move ${countOf(count, 'photo')}`}
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
              addressOf={({ id }) => photoAddress(data.uuid, id, 'thumb', data.temp_jwt)}
              nameOf={({ id }) => String(id)}
              caption={({ captured_at }) => (
                <span className="truncate px-0.5 text-12 tabular-nums text-ink-2">
                  {captureTime(captured_at, timeZone)}
                </span>
              )}
              captionPx={CAPTION_PX}
              selection={selection}
            />
          )}
          {(isDesk || isPicking) && (
            <div className="grid min-h-0 grid-rows-[auto_minmax(0,1fr)] gap-2">
              <p className="text-14 font-bold" aria-live="polite">
                {count > 0 ? `Move ${countOf(count, 'photo')} to` : 'Select photos first'}
              </p>
              {picker}
            </div>
          )}
        </div>
      )}
    </Sheet>
  );
}

type Move = { to: IngestAlbum; images: number[] };

const send = ({ to, images }: Move) =>
  callApi(imageEndpoints.moveImages, { body: { albumId: to.id, images } });

function useMoveBetweenAlbums(from: IngestAlbum) {
  const undo = useStaffAction(send, ({ moved }) =>
    toast(`Moved ${countOf(moved, 'photo')} back to ${albumLabel(from)}`),
  );
  return useStaffAction(send, ({ moved }, { to, images }) =>
    toast.undo(`Moved ${countOf(moved, 'photo')} to ${albumLabel(to)}`, () =>
      undo.mutate({ to: from, images }),
    ),
  );
}
