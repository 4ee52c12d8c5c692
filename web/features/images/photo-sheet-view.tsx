import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useMemo } from 'react';
import type { Image } from '#contract/entities/album.ts';
import { useElementBox } from '#web/lib/use-element-box.ts';
import type { Favorites } from './favorites.ts';
import { findLineOf, layOutPhotos } from './photo-sheet.ts';
import { PhotoSheetLine } from './photo-sheet-line.tsx';
import { useFollowPhoto } from './use-follow-photo.ts';

const DESK_WIDTH = 900;
const OVERSCAN_LINES = 6;

const sizesFor = (width: number) =>
  width >= DESK_WIDTH
    ? { gap: 6, targetHeight: 300, headingHeight: 52 }
    : { gap: 3, targetHeight: 178, headingHeight: 46 };

export type PhotoSheetProps = {
  albumUuid: string;
  timeZone: string;
  images: readonly Image[];
  token: string;
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
  useFollowPhoto(shownId, (imageId) => {
    const index = findLineOf(lines, imageId);
    const [top] = virtualizer.getOffsetForIndex(index, 'start') ?? [];
    if (top === undefined) return;
    const isInView = top > window.scrollY && top < window.scrollY + window.innerHeight / 2;
    if (!isInView) virtualizer.scrollToIndex(index, { align: 'center' });
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
