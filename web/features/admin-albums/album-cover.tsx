import type { ResponseOf } from '#contract/endpoint.ts';
import type { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { OrderTile } from '#web/components/order-tile.tsx';

type Detail = ResponseOf<typeof catalogueEndpoints.getAlbum>;

export function AlbumCover({ order, detail }: { order: number; detail: Detail | undefined }) {
  const shown = detail?.images.slice(0, 3) ?? [];
  return (
    <div className="relative h-44 flex-none overflow-hidden rounded-[14px] bg-sunk">
      {detail && shown.length > 0 ? (
        <div className="grid h-full grid-cols-[2fr_1fr] grid-rows-2 gap-0.5">
          {shown.map(({ id }, index) => (
            <img
              key={id}
              alt=""
              src={`/api/images/${detail.uuid}/${id}.thumb?auth=${encodeURIComponent(detail.temp_jwt)}`}
              className={`size-full object-cover ${index === 0 ? 'row-span-2' : ''} ${shown.length === 1 ? 'col-span-2' : ''}`}
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
