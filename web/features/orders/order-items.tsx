import type { ReactNode } from 'react';
import type { ShopItem } from '#contract/entities/order.ts';
import { teamName } from '#web/lib/formats.ts';
import { groupItems } from './item-groups.ts';
import { OrderItemRow } from './order-item-row.tsx';
import { PhotoGroupRow } from './photo-group-row.tsx';

type OrderItemsProps<Item> = {
  items: readonly Item[];
  /** `name` says which item is meant, for screen readers. */
  actionOf?: ((item: Item, name: string) => ReactNode) | undefined;
  /** Says something about an album or a group of photos. */
  noteOf?: ((items: readonly Item[]) => ReactNode) | undefined;
};

export function OrderItems<Item extends ShopItem>({ items, actionOf, noteOf }: OrderItemsProps<Item>) {
  return groupItems(items).map((group) => {
    const [first] = group;
    if (!first) return null;
    const note = noteOf?.(group);
    return first.image === null ? (
      <OrderItemRow
        key={first.id}
        item={first}
        action={actionOf?.(first, teamName(first.album))}
        note={note}
      />
    ) : (
      <PhotoGroupRow
        key={first.id}
        items={group}
        actionOf={actionOf && ((item: Item, name) => actionOf(item, `${name} of ${teamName(item.album)}`))}
        note={note}
      />
    );
  });
}
