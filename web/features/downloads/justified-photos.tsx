import { useMemo } from 'react';
import type { OwnedPhotos } from '#contract/endpoints/downloads.ts';
import { teamName } from '#web/lib/formats.ts';
import { justifyRows } from '#web/lib/justify-rows.ts';
import { useElementWidth } from '#web/lib/use-element-width.ts';
import { SinglePhotoTile } from './single-photo-tile.tsx';

const DESK_WIDTH = 900;
const UNKNOWN_RATIO = 1.5;

const sizesFor = (width: number) =>
  width >= DESK_WIDTH ? { gap: 6, targetHeight: 240 } : { gap: 3, targetHeight: 178 };

type JustifiedPhotosProps = { group: OwnedPhotos; onOpen: (imageId: number) => void };

export function JustifiedPhotos({ group: { album, auth, images }, onOpen }: JustifiedPhotosProps) {
  const [width, measure] = useElementWidth();
  const { gap, targetHeight } = sizesFor(width);
  const ratios = useMemo(
    () => images.map((image) => (image.width && image.height ? image.width / image.height : UNKNOWN_RATIO)),
    [images],
  );
  const rows = width > 0 ? justifyRows(ratios, { width, gap, targetHeight }) : [];
  return (
    <ul ref={measure} className="flex min-h-[178px] flex-wrap" style={{ gap }}>
      {rows.flatMap(({ start, end, height }) =>
        images.slice(start, end).map((image, position) => (
          <SinglePhotoTile
            key={image.id}
            album={album}
            auth={auth}
            image={image}
            // Slightly less than the exact width, because browsers wrap rows that are too wide by a rounding
            // error.
            size={{ width: (ratios[start + position] ?? UNKNOWN_RATIO) * height - 0.02, height }}
            label={`photo ${start + position + 1} of ${images.length}, ${teamName(album)}`}
            onOpen={() => onOpen(image.id)}
          />
        )),
      )}
    </ul>
  );
}
