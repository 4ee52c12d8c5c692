import { type LinePrice, type OrderTotals, orderTotals } from '#contract/rules/order-totals.ts';
import { albumPriceCents, imagePriceCents } from '#contract/rules/pricing.ts';
import type { Tx } from '#server/context.ts';
import type { SoldAlbum } from '#server/modules/catalogue/sold-albums.ts';
import { type CouponRow, discountOf } from '#server/modules/orders/coupons/use.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { creditsOf, type Item } from './entitlements.queries.ts';

export type PricedItem = Item & LinePrice;

/** Prices items for one customer: what they paid for photos of an album counts toward the album. */
export async function priceItems(
  tx: Pick<Tx, 'db' | 'log'>,
  { userId, items }: { userId: number; items: (Item & { album: SoldAlbum })[] },
): Promise<PricedItem[]> {
  const albumIds = items.flatMap((item) => (item.imageId === null ? [item.albumId] : []));
  const credits = await creditsOf(tx.db, userId, albumIds);
  const { image_price: siteImagePrice } = await getSettings(tx);
  return items.map(({ albumId, imageId, album }) => {
    if (imageId !== null) {
      const priceCents = imagePriceCents(album.imagePriceCents, siteImagePrice);
      return { albumId, imageId, priceCents, creditCents: 0 };
    }
    const priceCents = albumPriceCents(album.sharePriceCents);
    return { albumId, imageId, priceCents, creditCents: Math.min(credits.get(albumId) ?? 0, priceCents) };
  });
}

/** The terms an order keeps for good once it is placed. */
export type Terms = { totals: OrderTotals; couponId: number | null; taxName: string };

export async function agreeTerms(
  tx: Pick<Tx, 'db' | 'log'>,
  { prices, coupon }: { prices: readonly LinePrice[]; coupon?: CouponRow | undefined },
): Promise<Terms> {
  const { tax_rate_basis_points: taxRate, tax_name: taxName } = await getSettings(tx);
  return {
    totals: orderTotals(prices, discountOf(coupon), taxRate),
    couponId: coupon?.id ?? null,
    taxName,
  };
}
