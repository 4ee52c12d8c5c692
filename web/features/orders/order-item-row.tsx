import type { ReactNode } from 'react';
import type { Album } from '#contract/entities/album.ts';
import { formatCents } from '#contract/rules/money.ts';
import { eventLine, teamLine } from '#contract/rules/title-lines.ts';
import { OrderTile } from '#web/components/order-tile.tsx';
import { Photo } from '#web/components/photo.tsx';

type OrderItemRowProps = {
  item: { album: Album; price: number; image?: number | null };
  action?: ReactNode;
  /** Shown below the names, across the whole row. */
  note?: ReactNode;
};

export function OrderItemRow({ item: { album, price, image = null }, action, note }: OrderItemRowProps) {
  const [event] = album.events;
  const [cover] = album.cover;
  return (
    <li className="flex gap-4 py-4">
      <span className="relative flex-none">
        {cover && (
          <Photo
            albumUuid={album.uuid}
            image={cover}
            token={album.cover_auth}
            className="h-[60px] w-20 rounded-[8px] desk:h-[72px] desk:w-24"
          />
        )}
        <span className={cover ? 'absolute top-1 left-1 origin-top-left scale-60' : undefined}>
          <OrderTile order={album.performance_order} />
        </span>
      </span>
      <div className="grid min-w-0 flex-1 content-start gap-0.5">
        <div className="flex items-baseline justify-between gap-3 font-bold">
          <p className="text-15 leading-snug">
            {image === null ? 'Digital Performance Album' : 'Digital Photo'}
          </p>
          <p className="tabular-nums">{formatCents(price)}</p>
        </div>
        <div className="flex items-end justify-between gap-2">
          <div className="min-w-0 text-14 leading-[1.4] text-ink-2">
            <p>{teamLine(album)}</p>
            {event && <p>{eventLine(event)}</p>}
          </div>
          {action}
        </div>
        {note}
      </div>
    </li>
  );
}
