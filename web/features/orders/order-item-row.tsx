import type { ReactNode } from 'react';
import type { ShopItem } from '#contract/entities/order.ts';
import { formatCents } from '#contract/rules/money.ts';
import { OrderTile } from '#web/components/order-tile.tsx';
import { Photo } from '#web/components/photo.tsx';
import { ItemLines } from './item-lines.tsx';

type OrderItemRowProps = {
  item: Pick<ShopItem, 'album' | 'price'> & { price_name?: string | null };
  action?: ReactNode;
  /** Shown below the names, across the whole row. */
  note?: ReactNode;
};

export function OrderItemRow({ item: { album, price, price_name }, action, note }: OrderItemRowProps) {
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
      <ItemLines
        title="Digital Performance Album"
        price={formatCents(price)}
        priceNames={price_name ? [price_name] : []}
        album={album}
        action={action}
        note={note}
      />
    </li>
  );
}
