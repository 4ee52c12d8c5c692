import type { Image } from '#contract/entities/album.ts';
import type { Cart } from '#contract/entities/order.ts';
import type { LeftOutReason } from '#contract/rules/left-out.ts';
import type { AlbumWithEvent } from '#server/modules/catalogue/browse-albums.ts';
import { toWireItem } from '#server/modules/orders/order/items.wire.ts';
import type { PricedItem, Terms } from '#server/modules/orders/order/prices.ts';
import type { PictureKeys } from '#server/platform/image-tokens.ts';

export type CartLine = PricedItem & { id: number; picture: Image | null; problem: LeftOutReason | null };

type Contents = {
  cartId: number;
  userId: number;
  items: CartLine[];
  terms: Terms;
  albums: ReadonlyMap<number, AlbumWithEvent>;
};

export function toWireCart(keys: PictureKeys, { cartId, userId, items, terms, albums }: Contents): Cart {
  const { totals, taxName } = terms;
  return {
    id: cartId,
    total: totals.totalCents,
    sub_total: totals.subTotalCents,
    credit: totals.creditCents,
    tax: totals.taxCents,
    tax_name: taxName,
    items: items.flatMap((line) => {
      const found = albums.get(line.albumId);
      if (!found) return [];
      const { problem } = line;
      const isPrivate = problem === 'not_for_sale';
      const picture = isPrivate || problem === 'not_viewed' ? null : line.picture;
      const item = toWireItem(keys, { ...line, picture, found, viewerId: userId });
      const hidden = isPrivate ? { cover: [], cover_auth: null } : {};
      return [{ ...item, problem, album: { ...item.album, ...hidden } }];
    }),
  };
}
