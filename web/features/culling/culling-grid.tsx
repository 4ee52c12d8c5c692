import { Check, FolderInput, Images, Layers, RotateCw, Undo2, X } from 'lucide-react';
import { useState } from 'react';
import { type CulledPhoto, MAX_CULLED_PHOTOS } from '#contract/endpoints/culling.ts';
import { BulkAction, BulkBar } from '#web/components/list/bulk-bar.tsx';
import { PhotoGrid } from '#web/components/photo-grid.tsx';
import { formatTimeOfDay } from '#web/lib/formats.ts';
import { wholeRows } from '#web/lib/lists/list-rows.ts';
import { useSelection } from '#web/lib/lists/use-selection.ts';
import { type CullKey, cullKeyOf } from './culling-keys.ts';
import { type CullFilter, shownPhotos, toggled } from './stacks.ts';
import type { CullingAlbum } from './use-cull.ts';

const CAPTION_PX = 40;
const TAG = 'rounded-full bg-[rgb(8_8_12/.78)] px-2 text-12 leading-5 font-semibold text-white';
const idOf = ({ id }: CulledPhoto) => id;

type CullingGridProps = {
  album: CullingAlbum;
  photos: readonly CulledPhoto[];
  filter: CullFilter;
  startId: number | undefined;
  addressOf: (photo: CulledPhoto) => string;
  onOpen: (imageId: number) => void;
  onChange: (key: CullKey, images: number[]) => void;
};

/** Many photos at once, to select a range and decide on it. */
export function CullingGrid({
  album,
  photos: all,
  filter,
  startId,
  addressOf,
  onOpen,
  onChange,
}: CullingGridProps) {
  const [openBursts, setOpenBursts] = useState<ReadonlySet<number>>(new Set());
  const photos = shownPhotos(all, { filter, openBursts });
  const selection = useSelection({ idOf, rows: wholeRows(photos), max: MAX_CULLED_PHOTOS });
  const only = selection.count === 1 ? selection.rows[0] : undefined;
  const spread = (photo: CulledPhoto | undefined) =>
    photo?.burst && setOpenBursts(toggled(openBursts, photo.burst.group));
  const change = (key: CullKey, photo?: CulledPhoto) => {
    const images = selection.count > 0 ? selection.rows.map(idOf) : photo ? [photo.id] : [];
    selection.clear();
    onChange(key, images);
  };
  return (
    <div className="relative grid min-h-0 grid-rows-[minmax(0,1fr)]">
      <PhotoGrid
        label={`Photos of ${album.album.title}`}
        images={photos}
        addressOf={addressOf}
        nameOf={({ file_name }) => file_name}
        caption={({ captured_at, file_name }) => (
          <span className="truncate px-0.5 text-12 tabular-nums text-ink-2" title={file_name}>
            {captured_at ? formatTimeOfDay(captured_at, album.album.time_zone) : 'No time'} {file_name}
          </span>
        )}
        captionPx={CAPTION_PX}
        selection={selection}
        startAt={Math.max(
          0,
          photos.findIndex(({ id }) => id === startId),
        )}
        isDimmed={({ is_rejected }) => is_rejected}
        markOf={(photo) => <Marks photo={photo} isCover={photo.id === album.cover} />}
        onOpen={(index) => photos[index] && onOpen(photos[index].id)}
        onKey={(event, index) => {
          const key = cullKeyOf(event);
          const photo = photos[index];
          if (event.key === ' ' && photo) onOpen(photo.id);
          else if (event.key === 'Enter' && photo) selection.toggle(photo, index);
          else if (key === 'best') spread(photo);
          else if (!key || key === 'undo' || key === 'previous' || key === 'next') return false;
          else change(key, photo);
          return true;
        }}
      />
      <BulkBar noun="photo" selection={selection} isPane>
        {only && <BulkAction onClick={() => onOpen(only.id)}>Open</BulkAction>}
        {only?.burst && (
          <BulkAction icon={Layers} onClick={() => spread(only)}>
            Burst
          </BulkAction>
        )}
        <BulkAction icon={Check} onClick={() => change('keep')}>
          Keep
        </BulkAction>
        <BulkAction icon={X} onClick={() => change('reject')}>
          Reject
        </BulkAction>
        <BulkAction icon={Undo2} onClick={() => change('restore')}>
          Clear
        </BulkAction>
        <BulkAction icon={RotateCw} onClick={() => change('right')}>
          Turn
        </BulkAction>
        {only && (
          <BulkAction icon={Images} onClick={() => change('cover')}>
            Cover
          </BulkAction>
        )}
        <BulkAction icon={FolderInput} onClick={() => change('move')}>
          Move
        </BulkAction>
      </BulkBar>
    </div>
  );
}

function Marks({ photo, isCover }: { photo: CulledPhoto; isCover: boolean }) {
  const { burst, alike } = photo;
  const tags = [
    photo.is_kept && 'Kept',
    photo.is_rejected && 'Rejected',
    isCover && 'Cover',
    photo.is_turning && 'Turning',
    burst && (burst.is_best ? `Burst of ${burst.size}` : 'In a burst'),
    alike && (alike.is_best ? 'Sharpest' : 'Look-alike'),
  ].filter((tag) => tag !== false && tag !== null);
  if (tags.length === 0) return null;
  return tags.map((tag) => (
    <span key={tag} className={TAG}>
      {tag}
    </span>
  ));
}
