import { memo } from 'react';
import type { Favourites } from './favourites.ts';
import type { SheetLine } from './photo-sheet.ts';
import { PhotoTile } from './photo-tile.tsx';

type PhotoSheetLineProps = {
  line: SheetLine | undefined;
  total: number;
  albumUuid: string;
  token: string;
  favourites: Favourites;
  marks?: ReadonlyMap<number, string> | undefined;
  onOpen: (imageId: number) => void;
  onToggleFavourite: (imageId: number) => void;
};

/** Scrolling brings lines and takes lines; those that stay are not drawn again. */
export const PhotoSheetLine = memo(function PhotoSheetLine({
  line,
  favourites,
  marks,
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
          isFavourite={favourites.has(photo.image.id)}
          mark={marks?.get(photo.image.id)}
          {...tile}
        />
      ))}
    </div>
  );
});
