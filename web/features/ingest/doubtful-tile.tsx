import { DOUBT_WORDS } from './doubt-words.ts';
import type { DoubtfulImage } from './ingest.types.ts';
import type { TileProps } from './photo-grid.tsx';
import { PhotoTile, shotAt } from './photo-tile.tsx';

type DoubtfulTileProps = TileProps & { image: DoubtfulImage; address: string; timeZone: string };

export function DoubtfulTile({ image, timeZone, ...tile }: DoubtfulTileProps) {
  return (
    <PhotoTile {...tile} alt={image.file_name}>
      <span className="grid px-0.5 text-12 leading-snug">
        <b className="truncate font-[650]">{DOUBT_WORDS[image.doubt]}</b>
        <span className="truncate tabular-nums text-ink-2">
          {shotAt(image.captured_at, timeZone)}
          {image.camera_serial && `, camera ${image.camera_serial}`}
        </span>
        <span className="truncate text-ink-2" title={image.file_name}>
          {image.file_name}
        </span>
      </span>
    </PhotoTile>
  );
}
