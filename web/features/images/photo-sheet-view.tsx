import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { Check, Heart } from 'lucide-react';
import { memo, useCallback, useEffect, useMemo, useRef } from 'react';
import type { Image } from '#contract/entities/album.ts';
import { blurBehind, keepInPlace, photoAddress } from '#web/components/photo.tsx';
import { i18n } from '#web/lib/i18n.ts';
import { useElementBox } from '#web/lib/use-element-box.ts';
import type { Favorites } from './favorites.ts';
import { findLineOf, layOutPhotos, type PlacedPhoto, type SheetLine } from './photo-sheet.ts';

const DESK_WIDTH = 900;
const OVERSCAN_LINES = 6;

const sizesFor = (width: number) =>
  width >= DESK_WIDTH
    ? { gap: 6, targetHeight: 300, headingHeight: 52 }
    : { gap: 3, targetHeight: 178, headingHeight: 46 };

type PhotoSheetProps = {
  albumUuid: string;
  timeZone: string;
  images: readonly Image[];
  token: string;
  /** Photos with their own token. */
  bought?: ReadonlyMap<number, string> | undefined;
  /** The photo that is open above the sheet. */
  shownId: number | undefined;
  favorites: Favorites;
  marks?: ReadonlyMap<number, string> | undefined;
  selected?: ReadonlySet<number> | undefined;
  onOpen: (imageId: number) => void;
  onToggleFavorite: (imageId: number) => void;
};

/** Only lines near the screen are rendered, however long the album is. */
export function PhotoSheetView({ timeZone, images, shownId, ...tile }: PhotoSheetProps) {
  const { box, measure } = useElementBox();
  const lines = useMemo(
    () => layOutPhotos(images, { width: box.width, timeZone, ...sizesFor(box.width) }),
    [images, box.width, timeZone],
  );
  // A new function makes the virtualizer lay out again; heights are exact and never measured.
  const getItemKey = useCallback((index: number) => lines[index]?.key ?? index, [lines]);
  const virtualizer = useWindowVirtualizer({
    count: lines.length,
    estimateSize: (index) => lines[index]?.height ?? 0,
    getItemKey,
    overscan: OVERSCAN_LINES,
    scrollMargin: box.top,
    useFlushSync: false,
  });
  const unfocusedId = useRef<number>(undefined);
  const focusClosed = () => {
    const link = document.querySelector<HTMLElement>(`a[href="?photo=${unfocusedId.current}"]`);
    if (!link) return;
    unfocusedId.current = undefined;
    const { activeElement } = document;
    const isFree = activeElement === document.body || activeElement?.matches('a[href^="?photo="]');
    if (isFree) link.focus({ preventScroll: true });
  };
  // The line of the photo may be rendered only after the sheet has scrolled to it.
  useEffect(focusClosed);
  useFollowPhoto(shownId, (imageId) => {
    const index = findLineOf(lines, imageId);
    const [top] = virtualizer.getOffsetForIndex(index, 'start') ?? [];
    if (top === undefined) return;
    const isInView = top > window.scrollY && top < window.scrollY + window.innerHeight / 2;
    if (!isInView) virtualizer.scrollToIndex(index, { align: 'center' });
    unfocusedId.current = imageId;
    focusClosed();
  });
  return (
    <div className="px-[3px] desk:px-6">
      <div ref={measure} className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ key, index, start }) => (
          <div
            key={key}
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${start - box.top}px)` }}
          >
            <PhotoSheetLine line={lines[index]} total={images.length} {...tile} />
          </div>
        ))}
      </div>
    </div>
  );
}

type PhotoSheetLineProps = Omit<PhotoSheetProps, 'timeZone' | 'images' | 'shownId'> & {
  line: SheetLine | undefined;
  total: number;
};

/** Memoized, because scrolling renders the list often. */
const PhotoSheetLine = memo(function PhotoSheetLine({
  line,
  favorites,
  marks,
  selected,
  bought,
  token,
  ...tile
}: PhotoSheetLineProps) {
  if (!line) return null;
  if (line.kind === 'heading') {
    return (
      <h2
        className="flex items-end px-2.5 pb-2 text-13 font-[650] text-ink-2 tabular-nums desk:px-0.5 desk:pb-2.5 desk:text-14"
        style={{ height: line.height }}
      >
        {line.text}
      </h2>
    );
  }
  return (
    <div className="flex gap-[3px] desk:gap-1.5">
      {line.photos.map((photo) => (
        <PhotoTile
          key={photo.image.id}
          photo={photo}
          height={line.photoHeight}
          isFavorite={favorites.has(photo.image.id)}
          mark={marks?.get(photo.image.id)}
          token={bought?.get(photo.image.id) ?? token}
          isSelected={selected?.has(photo.image.id)}
          {...tile}
        />
      ))}
    </div>
  );
});

type PhotoTileProps = Pick<
  PhotoSheetLineProps,
  'albumUuid' | 'token' | 'total' | 'onOpen' | 'onToggleFavorite'
> & {
  photo: PlacedPhoto;
  height: number;
  isFavorite: boolean;
  mark?: string | undefined;
  /** Undefined unless photos are being selected; then a press selects instead of opening. */
  isSelected?: boolean | undefined;
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
        aria-label={[
          i18n.t('Photo {number} of {total}', { number: index + 1, total }),
          isFavorite && i18n.t('Favorite'),
          mark,
        ]
          .filter(Boolean)
          .join(', ')}
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
        aria-label={i18n.t('Favorite photo {number}', { number: index + 1 })}
        aria-pressed={isFavorite}
        onClick={() => onToggleFavorite(image.id)}
        className={`absolute top-0 right-0 grid size-11 place-items-center drop-shadow-[0_1px_3px_rgb(0_0_0/.6)] ${isFavorite ? 'text-spot' : 'text-white opacity-0 group-hover:opacity-100 focus-visible:opacity-100 [@media(hover:none)]:opacity-70'}`}
      >
        <Heart size={22} strokeWidth={1.8} fill={isFavorite ? 'currentColor' : 'none'} />
      </button>
    </div>
  );
});

/**
 * When a photo is closed, the sheet scrolls to the photo that was open last and gives it the focus. It waits until the
 * router has restored the scroll position, and the dialog the focus.
 */
function useFollowPhoto(shownId: number | undefined, reveal: (imageId: number) => void): void {
  const lastShown = useRef<number>(undefined);
  const latest = useRef(reveal);
  useEffect(() => {
    latest.current = reveal;
  });
  useEffect(() => {
    const closed = lastShown.current;
    lastShown.current = shownId;
    if (shownId !== undefined || closed === undefined) return;
    const timer = setTimeout(() => latest.current(closed), 60);
    return () => clearTimeout(timer);
  }, [shownId]);
}
