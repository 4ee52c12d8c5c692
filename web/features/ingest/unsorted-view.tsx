import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { useState } from 'react';
import { imageEndpoints } from '#contract/endpoints/images.ts';
import {
  cameraOf,
  DOUBTS,
  photographerOf,
  UNKNOWN,
  type UnsortedPhoto,
  unsortedPhotoList,
} from '#contract/lists/ingest.ts';
import { Button } from '#web/components/button.tsx';
import { BulkAction, BulkBar } from '#web/components/list/bulk-bar.tsx';
import { ListToolbar } from '#web/components/list/list-toolbar.tsx';
import { NoMatch } from '#web/components/list/staff-list.tsx';
import { photoAddress } from '#web/components/photo.tsx';
import { PhotoGrid } from '#web/components/photo-grid.tsx';
import { Sheet } from '#web/components/sheet.tsx';
import { EmptyState, FailedState, Skeleton } from '#web/components/states.tsx';
import { callApi } from '#web/lib/api.ts';
import { countOf, formatCount } from '#web/lib/formats.ts';
import { countMatches, countOptions, useListState, useLocalRows } from '#web/lib/lists/list-rows.ts';
import { useSelection } from '#web/lib/lists/use-selection.ts';
import { toast } from '#web/lib/toast.ts';
import { useIsDesk } from '#web/lib/use-is-desk.ts';
import { AlbumPicker } from './album-picker.tsx';
import { momentAtEvent, toUnsortedPhoto } from './event-time.ts';
import {
  albumLabel,
  albumTitle,
  type IngestAlbum,
  type IngestEvent,
  type Tray,
  unsortedQuery,
} from './ingest.query.ts';

type UnsortedViewProps = { event: IngestEvent; albums: readonly IngestAlbum[] };

export function UnsortedView({ event, albums }: UnsortedViewProps) {
  const { data, error, refetch } = useQuery(unsortedQuery(event.id));
  const [picking, setPicking] = useState<number[]>();
  const move = useMoveImages(event.id, setPicking);
  const send = (album: IngestAlbum, images: number[]) => {
    setPicking(undefined);
    if (images.length > 0) move.mutate({ album, images });
  };
  if (error && !data) return <FailedState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton label="Loading photos to sort" className="m-4 h-96" />;
  return (
    <>
      {data.images.length === 0 ? (
        <div className="p-4 desk:p-6">
          <EmptyState
            title="No photos to sort"
            sentence="Photos taken between two performances or without a capture time appear here for you to file."
          />
        </div>
      ) : (
        <UnsortedTray tray={data} event={event} albums={albums} onMove={send} onPickAlbum={setPicking} />
      )}
      {picking && (
        <Sheet title={`Move ${countOf(picking.length, 'photo')}`} onClose={() => setPicking(undefined)}>
          <div className="grid h-[50dvh] pb-3">
            <AlbumPicker albums={albums} label="Album to move to" onPick={(album) => send(album, picking)} />
          </div>
        </Sheet>
      )}
    </>
  );
}

const MAX_LISTED = 2_000;
const MAX_CANDIDATES = 4;
const CAPTION_PX = 74;
const idOf = ({ id }: UnsortedPhoto) => id;

type UnsortedTrayProps = {
  tray: Tray;
  event: IngestEvent;
  albums: readonly IngestAlbum[];
  onMove: (album: IngestAlbum, images: number[]) => void;
  onPickAlbum: (images: number[]) => void;
};

function UnsortedTray({ tray, event, albums, onMove, onPickAlbum }: UnsortedTrayProps) {
  const isDesk = useIsDesk();
  const titles = new Map(albums.map((album) => [album.id, albumTitle(album)]));
  const photos = tray.images.map((image) => toUnsortedPhoto(image, event.time_zone, titles));
  const rows = useLocalRows(useListState(unsortedPhotoList), photos);
  const selection = useSelection({ idOf, rows });
  const selected = selection.rows.map(idOf);
  const likely = likelyAlbums(selection.rows);
  const candidates = likely
    .slice(0, MAX_CANDIDATES)
    .flatMap((id) => albums.find((one) => one.id === id) ?? []);
  const send = (album: IngestAlbum, images: number[]) => {
    selection.clear();
    onMove(album, images);
  };
  return (
    <div className="grid h-full min-h-0 desk:grid-cols-[minmax(0,1fr)_320px]">
      <div className="relative grid min-h-0 grid-rows-[auto_minmax(0,1fr)]">
        <ListToolbar
          rows={rows}
          sorting="always"
          options={{
            reason: countMatches(unsortedPhotoList.filters.reason, photos),
            camera: countOptions(photos, cameraOf, labelOr('No camera')),
            photographer: countOptions(photos, photographerOf, labelOr('No photographer')),
          }}
          fileName={`unsorted-${event.start_date}.csv`}
          className="border-line border-b px-4 py-2.5"
        >
          {selection.count === 0 && rows.rows.length > 0 && (
            <Button icon={ListChecks} kind="ghost" size="small" onClick={() => void selection.selectAll()}>
              Select all {formatCount(rows.rows.length)}
            </Button>
          )}
          {photos.length >= MAX_LISTED && (
            <p className="text-13 text-ink-2">
              Only the first {formatCount(MAX_LISTED)} photos are listed. The rest appear once these are
              moved.
            </p>
          )}
        </ListToolbar>
        {rows.rows.length === 0 ? (
          <div className="p-4 desk:p-6">
            <NoMatch state={rows.state} />
          </div>
        ) : (
          <PhotoGrid
            label="Photos to sort"
            images={rows.rows}
            addressOf={({ id }) => photoAddress(tray.tray_uuid, id, 'thumb', tray.temp_jwt)}
            nameOf={({ file_name }) => file_name}
            caption={(photo) => <Caption photo={photo} event={event} />}
            captionPx={CAPTION_PX}
            selection={selection}
            onKey={({ key, ctrlKey, metaKey }, index) => {
              const photo = rows.rows[index];
              if (key.toLowerCase() !== 'm' || ctrlKey || metaKey || !photo) return false;
              onPickAlbum(selected.length > 0 ? selected : [photo.id]);
              return true;
            }}
          />
        )}
        <BulkBar noun="photo" selection={selection} isPane>
          {candidates.map((album) => (
            <BulkAction
              key={album.id}
              aria-label={`Move ${countOf(selection.count, 'photo')} to ${albumLabel(album)}`}
              onClick={() => send(album, selected)}
            >
              to {albumLabel(album)}
            </BulkAction>
          ))}
          <BulkAction onClick={() => onPickAlbum(selected)}>
            {candidates.length > 0 ? 'Other album…' : 'Move to album…'}
          </BulkAction>
        </BulkBar>
      </div>
      {isDesk && (
        <aside
          aria-label="Albums"
          className="grid min-h-0 grid-rows-[auto_minmax(0,1fr)] gap-2 border-line border-l p-3"
        >
          <h2 className="px-1 text-14 font-bold">
            {selection.count > 0
              ? `Move ${countOf(selection.count, 'photo')} to`
              : 'Drag photos onto an album, or press M'}
          </h2>
          <AlbumPicker
            albums={albums}
            label="Find an album"
            likely={likely}
            onPick={(album) => selection.count > 0 && send(album, selected)}
            onDropImages={send}
          />
        </aside>
      )}
    </div>
  );
}

const labelOr = (unknown: string) => (value: string) => (value === UNKNOWN ? unknown : value);

function Caption({ photo, event }: { photo: UnsortedPhoto; event: IngestEvent }) {
  return (
    <span className="grid px-0.5 text-12 leading-snug">
      <b className="truncate font-[650]">{DOUBTS[photo.doubt]}</b>
      <span className="truncate tabular-nums text-ink-2">
        {photo.captured_at ? momentAtEvent(photo.captured_at, event, true) : 'No time'}
        {photo.camera_serial && `, camera ${photo.camera_serial}`}
      </span>
      <span className="truncate text-ink-2" title={photo.file_name}>
        {photo.file_name}
      </span>
    </span>
  );
}

const TOAST_MS = 10_000;

type Move = { album: IngestAlbum; images: number[] };

/** Photos cannot be moved back into the tray, so the toast offers another album instead of Undo. */
function useMoveImages(eventId: number, onMoveElsewhere: (images: number[]) => void) {
  const queryClient = useQueryClient();
  const { queryKey } = unsortedQuery(eventId);
  return useMutation({
    mutationFn: ({ album, images }: Move) =>
      callApi(imageEndpoints.moveImages, { body: { albumId: album.id, images } }),
    onMutate: async ({ images }) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      const moved = new Set(images);
      queryClient.setQueryData(
        queryKey,
        (tray) => tray && { ...tray, images: tray.images.filter(({ id }) => !moved.has(id)) },
      );
      return before;
    },
    onSuccess: ({ moved }, { album, images }) => {
      toast(`Moved ${countOf(moved, 'photo')} to ${albumLabel(album)}`, {
        duration: TOAST_MS,
        action: { label: 'Move elsewhere', onClick: () => onMoveElsewhere(images) },
      });
    },
    onError: (error, _move, before) => {
      if (before) queryClient.setQueryData(queryKey, before);
      toast.failure(error);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['staff'] }),
  });
}

/** The albums that the photos may belong to, the most frequent first. */
export function likelyAlbums(photos: readonly { candidates: readonly number[] }[]): number[] {
  const votes = Map.groupBy(
    photos.flatMap(({ candidates }) => candidates),
    (id) => id,
  );
  return [...votes].toSorted(([, a], [, b]) => b.length - a.length).map(([id]) => id);
}
