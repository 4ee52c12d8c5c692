import { Check, Heart } from 'lucide-react';
import { memo } from 'react';
import { keepInPlace } from '#web/components/photo.tsx';
import { photoAddress } from '#web/components/photo-address.ts';
import { blurBehind } from '#web/components/placeholder-picture.ts';
import type { PlacedPhoto } from './photo-sheet.ts';

type PhotoTileProps = {
  photo: PlacedPhoto;
  height: number;
  albumUuid: string;
  token: string;
  total: number;
  isFavorite: boolean;
  mark?: string | undefined;
  /** Undefined unless photos are being selected; then a press selects instead of opening. */
  isSelected?: boolean | undefined;
  onOpen: (imageId: number) => void;
  onToggleFavorite: (imageId: number) => void;
};

export const PhotoTile = memo(function PhotoTile({
  photo: { image, index, width },
  height,
  albumUuid,
  token,
  total,
  isFavorite,
  mark,
  isSelected,
  onOpen,
  onToggleFavorite,
}: PhotoTileProps) {
  return (
    <div
      className="group relative flex-none overflow-hidden bg-surface bg-cover select-none desk:rounded-tile"
      style={{ width, height }}
      ref={blurBehind(image.placeholder)}
    >
      <a
        href={`?photo=${image.id}`}
        {...(isSelected !== undefined && { role: 'checkbox', 'aria-checked': isSelected })}
        aria-label={`Photo ${index + 1} of ${total}${isFavorite ? ', favorite' : ''}${mark ? `, ${mark}` : ''}`}
        onKeyDown={(event) => {
          if (isSelected === undefined || event.key !== ' ') return;
          event.preventDefault();
          onOpen(image.id);
        }}
        draggable={false}
        onContextMenu={keepInPlace}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          onOpen(image.id);
        }}
        className="absolute inset-0 focus-visible:z-1 focus-visible:outline-4 focus-visible:-outline-offset-4"
      >
        <img
          src={photoAddress(albumUuid, image.id, 'thumb', token)}
          alt=""
          decoding="async"
          draggable={false}
          className="size-full object-cover [-webkit-touch-callout:none]"
        />
        {mark && (
          <span
            aria-hidden
            className="absolute bottom-1.5 left-1.5 rounded-full bg-[rgb(8_8_12/.78)] px-2.5 py-0.5 text-13 font-[650] text-white"
          >
            {mark}
          </span>
        )}
      </a>
      {isSelected !== undefined && (
        <span
          aria-hidden
          className={`pointer-events-none absolute inset-0 grid items-end justify-end p-2 ${isSelected ? 'shadow-[inset_0_0_0_4px_var(--spot)]' : ''}`}
        >
          <span
            className={`grid size-7 place-items-center rounded-full border-2 border-white ${isSelected ? 'bg-spot text-spot-ink' : 'bg-[rgb(8_8_12/.4)]'}`}
          >
            {isSelected && <Check size={18} strokeWidth={3} />}
          </span>
        </span>
      )}
      <button
        type="button"
        aria-label={`Favorite photo ${index + 1}`}
        aria-pressed={isFavorite}
        onClick={() => onToggleFavorite(image.id)}
        className={`absolute top-0 right-0 grid size-11 place-items-center drop-shadow-[0_1px_3px_rgb(0_0_0/.6)] ${isFavorite ? 'text-spot' : 'text-white opacity-0 group-hover:opacity-100 focus-visible:opacity-100 [@media(hover:none)]:opacity-70'}`}
      >
        <Heart aria-hidden size={22} strokeWidth={1.8} fill={isFavorite ? 'currentColor' : 'none'} />
      </button>
    </div>
  );
});
