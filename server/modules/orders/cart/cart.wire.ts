import type { Cart } from '#contract/entities/order.ts';
import type { OrderTotals } from '#contract/rules/order-totals.ts';
import type { AlbumWithEvent } from '#server/modules/catalogue/browse-albums.ts';
import type { PricedItem } from '#server/modules/orders/order/prices.ts';

type Contents = {
  items: (PricedItem & { id: number })[];
  totals: OrderTotals;
  albums: ReadonlyMap<number, AlbumWithEvent>;
};

export function toWireCart(cartId: number, { items, totals, albums }: Contents): Cart {
  return {
    id: cartId,
    total: totals.totalCents,
    sub_total: totals.subTotalCents,
    credit: totals.creditCents,
    items: items.flatMap(({ id, albumId, priceCents }) => {
      const found = albums.get(albumId);
      return found ? [{ id, price: priceCents, album: { ...found.album, events: [found.event] } }] : [];
    }),
  };
}
