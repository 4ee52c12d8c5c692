import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { cullingEndpoints, MAX_CULLED_PHOTOS } from '#contract/endpoints/culling.ts';
import type { Image } from '#contract/entities/album.ts';
import { Button } from '#web/components/button.tsx';
import { photoAddress } from '#web/components/photo.tsx';
import { PhotoGrid } from '#web/components/photo-grid.tsx';
import { Sheet } from '#web/components/sheet.tsx';
import { SoldAlbumDialog } from '#web/components/sold-album-dialog.tsx';
import { FailedState, Skeleton } from '#web/components/states.tsx';
import { callApi } from '#web/lib/api.ts';
import { ownersOf } from '#web/lib/api-error.ts';
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
  const selection = useSelection({ idOf, rows: wholeRows(images), max: MAX_CULLED_PHOTOS });
  const { count } = selection;
  const send = (to: IngestAlbum, moved: number[]) => {
    if (moved.length > 0 && !move.isPending) start({ to, images: moved, key: crypto.randomUUID() });
  };
  const start = (chosen: Move) =>
    move.mutate(chosen, {
      onSuccess: () => {
        selection.clear();
        setIsPicking(false);
      },
    });
  const owners = ownersOf(move.error);
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
      {owners !== undefined && (
        <SoldAlbumDialog
          owners={owners}
          onConfirm={() => move.variables && start({ ...move.variables, sold_ok: true })}
          onCancel={() => move.reset()}
        />
      )}
    </Sheet>
  );
}

type Move = { to: IngestAlbum; images: number[]; key: string; sold_ok?: true };

function useMoveBetweenAlbums(from: IngestAlbum) {
  const undo = useStaffAction(
    (key: string) => callApi(cullingEndpoints.undoPhotoAction, { params: { key } }),
    ({ undone_photos }) => toast(`Moved ${countOf(undone_photos ?? 0, 'photo')} back to ${albumLabel(from)}`),
  );
  return useStaffAction(
    ({ to, ...move }: Move) =>
      callApi(cullingEndpoints.cullPhotos, {
        params: { id: from.id },
        body: { action: 'move', to: to.id, ...move },
      }),
    ({ key, photos }, { to }) =>
      toast.undo(`Moved ${countOf(photos, 'photo')} to ${albumLabel(to)}`, () => undo.mutate(key)),
    // A dialog asks about an album that customers bought.
    (error) => ownersOf(error) === undefined && toast.failure(error),
  );
}
