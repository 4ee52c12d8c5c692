import type { ShopItem } from '#contract/entities/order.ts';

/** Photos of one album are shown together, where the first of them was added. An album stands alone. */
export function groupItems<Item extends ShopItem>(items: readonly Item[]): Item[][] {
  const groups = Map.groupBy(items, (item) =>
    item.image === null ? `item-${item.id}` : `photos-${item.album.id}`,
  );
  return [...groups.values()];
}
