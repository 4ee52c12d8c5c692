import type { ResponseOf } from '#contract/endpoint.ts';
import type { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { coverFrames } from '#web/components/album-cover.tsx';
import { OrderTile } from '#web/components/order-tile.tsx';
import { Photo } from '#web/components/photo.tsx';

type Detail = ResponseOf<typeof catalogueEndpoints.getAlbum>;

const PANEL = { width: '480px', ratio: 480 / 176 };

export function AlbumCover({ order, detail }: { order: number; detail: Detail | undefined }) {
  const shown = detail?.cover ?? [];
  const frames = coverFrames(shown.length, PANEL.width, '100vw', PANEL.ratio);
  return (
    <div className="relative h-44 flex-none overflow-hidden rounded-[14px] bg-sunk">
      {detail && shown.length > 0 ? (
        <div className="grid h-full grid-cols-[2fr_1fr] grid-rows-2 gap-0.5">
          {shown.map((image, index) => (
            <Photo
              key={image.id}
              albumUuid={detail.uuid}
              image={image}
              token={detail.cover_auth}
              frame={index === 0 ? frames.main : frames.side}
              className={`${index === 0 ? 'row-span-2' : ''} ${shown.length === 1 ? 'col-span-2' : ''}`}
            />
          ))}
        </div>
      ) : (
        <p className="grid h-full place-items-center text-13 text-ink-2">
          {detail ? 'No photos yet' : 'Loading photos'}
        </p>
      )}
      <span className="absolute top-2.5 left-2.5">
        <OrderTile order={order} />
      </span>
    </div>
  );
}
