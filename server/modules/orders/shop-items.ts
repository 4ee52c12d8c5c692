import type { Image } from '#contract/entities/album.ts';
import type { Cart, LeftOut, ShopItem } from '#contract/entities/order.ts';
import type { LeftOutReason, OrderTotals } from '#contract/rules/orders.ts';
import type { AlbumWithEvent } from '#server/modules/catalogue/browse-albums.ts';
import type { SoldAlbum } from '#server/modules/catalogue/sold-albums.ts';
import { type ImageKeys, issueThumbToken } from '#server/platform/security/image-tokens.ts';
import type { LeftOutRow } from './orders.ts';
import type { PricedItem, Terms } from './prices.ts';

export function toWireTotals(totals: Omit<OrderTotals, 'lines'>) {
  return {
    sub_total: totals.subTotalCents,
    credit: totals.creditCents,
    discount: totals.discountCents,
    tax: totals.taxCents,
    total: totals.totalCents,
  };
}

type ItemParts = {
  id: number;
  priceCents: number;
  priceName: string | null;
  imageId: number | null;
  /** Adds the picture of a single photo, but only for a viewer who may see it. */
  picture: Image | null;
  found: AlbumWithEvent;
  viewerId: number;
};

export function toWireItem(
  keys: ImageKeys,
  { id, priceCents, priceName, imageId, picture, found: { album, event }, viewerId }: ItemParts,
): ShopItem {
  const token = picture && { folderUuid: album.uuid, userId: viewerId, imageIds: [picture.id] };
  return {
    id,
    price: priceCents,
    price_name: priceName,
    album: { ...album, events: [event] },
    image: imageId,
    picture,
    image_auth: token && issueThumbToken(keys, token),
  };
}

export type CartLine = PricedItem & { id: number; picture: Image | null; problem: LeftOutReason | null };

type Contents = {
  cartId: number;
  userId: number;
  items: CartLine[];
  terms: Terms;
  albums: ReadonlyMap<number, AlbumWithEvent>;
};

export function toWireCart(keys: ImageKeys, { cartId, userId, items, terms, albums }: Contents): Cart {
  const { discount: _none, ...totals } = toWireTotals(terms.totals);
  return {
    id: cartId,
    ...totals,
    tax_name: terms.taxName,
    is_tax_known: terms.isTaxKnown,
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

export function toWireLeftOut(
  { albumId, imageId, reason }: Pick<LeftOutRow, 'albumId' | 'imageId' | 'reason'>,
  album: SoldAlbum | undefined,
): LeftOut[] {
  if (!album) return [];
  const title = imageId === null ? album.title : `A photo of ${album.title}`;
  return [{ album: albumId, event: album.eventId, image: imageId, title, reason }];
}
