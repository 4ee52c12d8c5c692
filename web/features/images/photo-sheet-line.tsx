import { memo } from 'react';
import type { Favorites } from './favorites.ts';
import type { SheetLine } from './photo-sheet.ts';
import { PhotoTile } from './photo-tile.tsx';

type PhotoSheetLineProps = {
  line: SheetLine | undefined;
  total: number;
  albumUuid: string;
  token: string;
  favorites: Favorites;
  marks?: ReadonlyMap<number, string> | undefined;
  selected?: ReadonlySet<number> | undefined;
  onOpen: (imageId: number) => void;
  onToggleFavorite: (imageId: number) => void;
};

/** Memoized, because scrolling renders the list often. */
export const PhotoSheetLine = memo(function PhotoSheetLine({
  line,
  favorites,
  marks,
  selected,
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
          isSelected={selected?.has(photo.image.id)}
          {...tile}
        />
      ))}
    </div>
  );
});
