import { FolderInput, Images, Layers, RotateCw, Undo2, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type CulledPhoto, MAX_CULLED_PHOTOS } from '#contract/endpoints/culling.ts';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { BulkAction, BulkBar } from '#web/components/list/bulk-bar.tsx';
import { PhotoGrid } from '#web/components/photo-grid.tsx';
import { Sheet } from '#web/components/sheet.tsx';
import { EmptyState } from '#web/components/states.tsx';
import { isApiError } from '#web/lib/api-error.ts';
import { countOf, formatTimeOfDay } from '#web/lib/formats.ts';
import { wholeRows } from '#web/lib/lists/list-rows.ts';
import { useSelection } from '#web/lib/lists/use-selection.ts';
import { type CullKey, cullKeyOf } from './culling-keys.ts';
import { LargePhoto } from './large-photo.tsx';
import { type CullBody, type CullingAlbum, type useCull, useImageAddress } from './use-cull.ts';

const CAPTION_PX = 40;
const TAG = 'rounded-full bg-[rgb(8_8_12/.78)] px-2 text-12 leading-5 font-semibold text-white';
const idOf = ({ id }: CulledPhoto) => id;

type CullingViewProps = {
  album: CullingAlbum;
  photos: readonly CulledPhoto[];
  culling: ReturnType<typeof useCull>;
  lastAction: string | undefined;
  onAlbum: (albumId: number) => void;
  onBurst: (group: number) => void;
  /** Chooses the album to move to; the page passes it in. */
  picker: (onPick: (albumId: number) => void) => ReactNode;
};

export function CullingView({
  album,
  photos,
  culling,
  lastAction,
  onAlbum,
  onBurst,
  picker,
}: CullingViewProps) {
  const { cull, undo } = culling;
  const [large, setLarge] = useState<number>();
  const [moving, setMoving] = useState<number[]>();
  const addressOf = useImageAddress(album);
  const selection = useSelection({ idOf, rows: wholeRows(photos), max: MAX_CULLED_PHOTOS });
  const act = (change: Omit<CullBody, 'key'>) => {
    selection.clear();
    cull.mutate({ key: crypto.randomUUID(), ...change });
  };
  const run = (key: CullKey, index: number) => {
    const photo = photos[index];
    const images =
      selection.count > 0 && large === undefined ? selection.rows.map(idOf) : photo ? [photo.id] : [];
    const neighbor = key === 'previous' ? album.album.previous : key === 'next' ? album.album.next : null;
    if (neighbor !== null) return onAlbum(neighbor);
    if (key === 'burst') return photo?.burst ? onBurst(photo.burst.group) : undefined;
    if (key === 'undo') return lastAction ? undo.mutate(lastAction) : undefined;
    if (images.length === 0) return;
    if (key === 'move') setMoving(images);
    else if (key === 'right' || key === 'left')
      act({ action: 'rotate', images, turn: key === 'right' ? 90 : 270 });
    else if (key === 'cover' && photo) act({ action: 'cover', images: [photo.id] });
    else if (key === 'reject' || key === 'restore') act({ action: key, images });
  };
  const shown = large === undefined ? undefined : photos[Math.min(large, photos.length - 1)];
  const shownAt = shown ? photos.indexOf(shown) : -1;
  const only = selection.count === 1 ? selection.rows[0] : undefined;
  return (
    <>
      <div className="relative grid min-h-0 grid-rows-[minmax(0,1fr)]">
        {photos.length === 0 ? (
          <div className="p-4 desk:p-6">
            <EmptyState
              title="No photos here"
              sentence="Choose another filter, or upload photos into this album."
            />
          </div>
        ) : (
          <PhotoGrid
            label={`Photos of ${album.album.title}`}
            images={photos}
            addressOf={(photo) => addressOf(photo, 'thumb')}
            nameOf={({ file_name }) => file_name}
            caption={({ captured_at, file_name }) => (
              <span className="truncate px-0.5 text-12 tabular-nums text-ink-2" title={file_name}>
                {captured_at ? formatTimeOfDay(captured_at, album.album.time_zone) : 'No time'} {file_name}
              </span>
            )}
            captionPx={CAPTION_PX}
            selection={selection}
            isDimmed={({ is_rejected }) => is_rejected}
            markOf={(photo) => <Marks photo={photo} isCover={photo.id === album.cover} />}
            onOpen={setLarge}
            onKey={(event, index) => {
              const key = cullKeyOf(event);
              const photo = photos[index];
              if (event.key === ' ') setLarge(index);
              else if (event.key === 'Enter' && photo) selection.toggle(photo, index);
              else if (key) run(key, index);
              else return false;
              return true;
            }}
          />
        )}
        <BulkBar noun="photo" selection={selection} isPane>
          {only && <BulkAction onClick={() => setLarge(photos.indexOf(only))}>Large view</BulkAction>}
          {only?.burst && (
            <BulkAction icon={Layers} onClick={() => only.burst && onBurst(only.burst.group)}>
              Burst
            </BulkAction>
          )}
          <BulkAction icon={X} onClick={() => run('reject', -1)}>
            Reject
          </BulkAction>
          <BulkAction icon={Undo2} onClick={() => run('restore', -1)}>
            Restore
          </BulkAction>
          <BulkAction icon={RotateCw} onClick={() => run('right', -1)}>
            Turn
          </BulkAction>
          {only && (
            <BulkAction icon={Images} onClick={() => act({ action: 'cover', images: [only.id] })}>
              Cover
            </BulkAction>
          )}
          <BulkAction icon={FolderInput} onClick={() => run('move', -1)}>
            Move
          </BulkAction>
        </BulkBar>
      </div>
      {shown && (
        <LargePhoto
          photo={shown}
          place={`Photo ${shownAt + 1} of ${photos.length}`}
          address={addressOf(shown, 'preview')}
          isCover={shown.id === album.cover}
          onStep={(by) => setLarge(Math.min(Math.max(shownAt + by, 0), photos.length - 1))}
          onKey={(key) => run(key, shownAt)}
          onClose={() => setLarge(undefined)}
        />
      )}
      {moving && (
        <Sheet title={`Move ${countOf(moving.length, 'photo')}`} onClose={() => setMoving(undefined)}>
          <div className="grid h-[50dvh] pb-3">
            {picker((to) => {
              setMoving(undefined);
              act({ action: 'move', images: moving, to });
            })}
          </div>
        </Sheet>
      )}
      <SoldDialog
        error={cull.error}
        isBusy={cull.isPending}
        onConfirm={() => cull.variables && cull.mutate({ ...cull.variables, sold_ok: true })}
        onCancel={() => cull.reset()}
      />
    </>
  );
}

function Marks({ photo, isCover }: { photo: CulledPhoto; isCover: boolean }) {
  const { burst, alike } = photo;
  const isMarked = photo.is_rejected || isCover || photo.is_turning || burst || alike;
  if (!isMarked) return null;
  return (
    <>
      {photo.is_rejected && <span className={TAG}>Rejected</span>}
      {isCover && <span className={TAG}>Cover</span>}
      {photo.is_turning && <span className={TAG}>Turning</span>}
      {burst && <span className={TAG}>{burst.is_best ? `Burst of ${burst.size}` : 'In a burst'}</span>}
      {alike && <span className={TAG}>{alike.is_best ? 'Sharpest' : 'Look-alike'}</span>}
    </>
  );
}

type SoldDialogProps = { error: unknown; isBusy: boolean; onConfirm: () => void; onCancel: () => void };

function SoldDialog({ error, isBusy, onConfirm, onCancel }: SoldDialogProps) {
  if (!isApiError(error, 'album_sold')) return null;
  const { owners } = { owners: 1, ...(error.details as object) };
  return (
    <ConfirmDialog
      title="Take photos out of a sold album?"
      sentence={`${countOf(owners, 'customer')} bought this album and would lose these photos. You can undo it.`}
      confirmLabel="Take them out"
      isBusy={isBusy}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  );
}
