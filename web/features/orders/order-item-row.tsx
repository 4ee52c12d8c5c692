import type { ReactNode } from 'react';
import type { Album } from '#contract/entities/album.ts';
import { formatCents } from '#contract/rules/money.ts';
import { OrderTile } from '#web/components/order-tile.tsx';
import { Photo } from '#web/components/photo.tsx';
import { eventLine, teamLine } from '#web/lib/formats.ts';

type OrderItemRowProps = {
  item: { album: Album; price: number; image?: number | null };
  /** Below the price, e.g. to remove the line. */
  action?: ReactNode;
};

/** One line of a cart or an order. */
export function OrderItemRow({ item: { album, price, image = null }, action }: OrderItemRowProps) {
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
            className="h-[72px] w-24 rounded-[8px]"
          />
        )}
        <span className={cover ? 'absolute top-1 left-1 origin-top-left scale-60' : undefined}>
          <OrderTile order={album.performance_order} />
        </span>
      </span>
      <div className="grid min-w-0 flex-1 content-start gap-0.5 text-14 leading-[1.4] text-ink-2">
        <p className="text-15 font-bold text-ink">
          {image === null ? 'Digital Performance Album' : 'Digital Photo'}
        </p>
        <p>{teamLine(album)}</p>
        {event && <p>{eventLine(event)}</p>}
      </div>
      <div className="grid flex-none content-between justify-items-end gap-1">
        <p className="font-bold tabular-nums">{formatCents(price)}</p>
        {action}
      </div>
    </li>
  );
}
