import type { Cart } from '#contract/entities/order.ts';
import { formatCents } from '#contract/rules/money.ts';
import { OrderTile } from '#web/components/order-tile.tsx';
import { eventLine, teamLine } from '#web/lib/formats.ts';

export function CartItemRow({ item: { album, price } }: { item: Cart['items'][number] }) {
  const event = album.events[0];
  return (
    <li className="flex gap-4 py-4">
      <OrderTile order={album.performance_order} />
      <div className="grid min-w-0 flex-1 gap-0.5 text-14 text-ink-2">
        <p className="text-15 font-bold text-ink">Digital Performance Album</p>
        <p>{teamLine(album)}</p>
        {event && <p>{eventLine(event)}</p>}
      </div>
      <p className="font-bold tabular-nums">{formatCents(price)}</p>
    </li>
  );
}
