import type { ReactNode } from 'react';
import type { ShopItem } from '#contract/entities/order.ts';
import { formatCents, sumCents } from '#contract/rules/money.ts';
import { OrderTile } from '#web/components/order-tile.tsx';
import { Photo } from '#web/components/photo.tsx';
import { countOf } from '#web/lib/count-words.ts';
import { ItemLines } from './item-lines.tsx';

type PhotoGroupRowProps<Item> = {
  /** Photos of the same album. */
  items: readonly Item[];
  actionOf?: ((item: Item, name: string) => ReactNode) | undefined;
  note?: ReactNode;
};

export function PhotoGroupRow<Item extends ShopItem>({ items, actionOf, note }: PhotoGroupRowProps<Item>) {
  const [first] = items;
  if (!first) return null;
  return (
    <li className="grid gap-3 py-4">
      <ItemLines
        title={items.length === 1 ? 'Digital Photo' : countOf(items.length, 'digital photo')}
        price={formatCents(sumCents(items.map((item) => item.price)))}
        priceNames={[...new Set(items.flatMap((item) => item.price_name ?? []))]}
        album={first.album}
        note={note}
      />
      <ul className="flex flex-wrap gap-2">
        {items.map((item, position) => (
          <li key={item.id} className="relative">
            {item.picture ? (
              <Photo
                albumUuid={item.album.uuid}
                image={item.picture}
                token={item.picture_auth}
                alt={`Photo ${position + 1}`}
                className="size-[76px] rounded-[8px]"
              />
            ) : (
              <span className="grid size-[76px] place-items-center rounded-[8px] bg-sunk">
                <OrderTile order={item.album.performance_order} />
              </span>
            )}
            {actionOf?.(item, `photo ${position + 1}`)}
          </li>
        ))}
      </ul>
    </li>
  );
}
