import type { Image } from '#contract/entities/album.ts';
import type { TileProps } from './photo-grid.tsx';
import { PhotoTile, shotAt } from './photo-tile.tsx';

type AlbumPhotoTileProps = TileProps & { image: Image; address: string; timeZone: string };

export function AlbumPhotoTile({ image, timeZone, ...tile }: AlbumPhotoTileProps) {
  return (
    <PhotoTile {...tile} alt={String(image.id)}>
      <span className="truncate px-0.5 text-12 tabular-nums text-ink-2">
        {shotAt(image.captured_at, timeZone)}
      </span>
    </PhotoTile>
  );
}
