import type { Event } from '#contract/entities/album.ts';
import { type LinePrice, type OrderTotals, orderTotals } from '#contract/rules/order-totals.ts';
import { albumPriceCents, imagePriceCents } from '#contract/rules/pricing.ts';
import type { CouponRow } from '#server/modules/orders/coupons/coupons.queries.ts';
import { discountOf } from '#server/modules/orders/coupons/use.ts';
import { getSettings, type SettingsWorld } from '#server/modules/settings/get-settings.ts';
import { creditsOf, type Item } from './entitlements.queries.ts';

export type PricedItem = Item & LinePrice;

/** What the items cost this customer now; single images bought before count towards their album. */
export async function priceItems(
  world: SettingsWorld,
  userId: number,
  items: (Item & { event: Event })[],
): Promise<PricedItem[]> {
  const albumIds = items.flatMap((item) => (item.imageId === null ? [item.albumId] : []));
  const credits = await creditsOf(world.db, userId, albumIds);
  const { image_price: siteImagePrice } = await getSettings(world);
  return items.map(({ albumId, imageId, event }) => {
    const [pricing] = event.event_pricings;
    if (imageId !== null) {
      const priceCents = imagePriceCents(pricing?.image_price, siteImagePrice);
      return { albumId, imageId, priceCents, creditCents: 0 };
    }
    const priceCents = albumPriceCents(pricing?.share_price);
    return { albumId, imageId, priceCents, creditCents: Math.min(credits.get(albumId) ?? 0, priceCents) };
  });
}

/** What an order made now carries with it for good: its sums, its coupon and the name of its tax. */
export type Terms = { totals: OrderTotals; couponId: number | null; taxName: string };

export async function agreeTerms(
  world: SettingsWorld,
  prices: readonly LinePrice[],
  coupon?: CouponRow,
): Promise<Terms> {
  const { tax_rate_basis_points: taxRate, tax_name: taxName } = await getSettings(world);
  return {
    totals: orderTotals(prices, discountOf(coupon), taxRate),
    couponId: coupon?.id ?? null,
    taxName,
  };
}
