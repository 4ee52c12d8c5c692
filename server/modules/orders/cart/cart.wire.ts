import type { Cart } from '#contract/entities/order.ts';
import type { LeftOutReason } from '#contract/rules/left-out.ts';
import type { OrderTotals } from '#contract/rules/order-totals.ts';
import type { AlbumWithEvent } from '#server/modules/catalogue/browse-albums.ts';
import type { PricedItem } from '#server/modules/orders/order/prices.ts';

export type CartLine = PricedItem & { id: number; problem: LeftOutReason | null };

type Contents = {
  items: CartLine[];
  totals: OrderTotals;
  albums: ReadonlyMap<number, AlbumWithEvent>;
};

export function toWireCart(cartId: number, { items, totals, albums }: Contents): Cart {
  return {
    id: cartId,
    total: totals.totalCents,
    sub_total: totals.subTotalCents,
    credit: totals.creditCents,
    items: items.flatMap(({ id, albumId, priceCents, problem }) => {
      const found = albums.get(albumId);
      if (!found) return [];
      const hidden = problem === 'not_for_sale' ? { cover: [], cover_auth: null } : {};
      return [
        { id, price: priceCents, problem, album: { ...found.album, ...hidden, events: [found.event] } },
      ];
    }),
  };
}
