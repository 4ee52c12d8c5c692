import { DoubtfulTile } from './doubtful-tile.tsx';
import type { Selection } from './image-selection.ts';
import type { DoubtfulImage, Tray } from './ingest.types.ts';
import { PhotoGrid } from './photo-grid.tsx';

const CAPTION_PX = 74;

type DoubtfulGridProps = {
  tray: Pick<Tray, 'tray_uuid' | 'temp_jwt'>;
  images: readonly DoubtfulImage[];
  timeZone: string;
  selection: Selection;
  onSelect: (selection: Selection) => void;
};

export function DoubtfulGrid({ tray, images, timeZone, selection, onSelect }: DoubtfulGridProps) {
  return (
    <PhotoGrid
      label="Doubtful photos"
      images={images}
      captionPx={CAPTION_PX}
      selection={selection}
      onSelect={onSelect}
      tile={(image, props) => (
        <DoubtfulTile
          {...props}
          image={image}
          address={`/api/images/${tray.tray_uuid}/${image.id}.thumb?auth=${encodeURIComponent(tray.temp_jwt)}`}
          timeZone={timeZone}
        />
      )}
    />
  );
}
