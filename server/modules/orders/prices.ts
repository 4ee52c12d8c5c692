import type { Event } from '#contract/entities/album.ts';
import type { LinePrice } from '#contract/rules/order-totals.ts';
import { albumPriceCents, imagePriceCents } from '#contract/rules/pricing.ts';
import type { Db } from '#server/platform/database.ts';
import { creditsOf, type Item } from './entitlements.queries.ts';

export type PricedItem = Item & LinePrice;

/** What the items cost this customer now; single images bought before count towards their album. */
export async function priceItems(
  db: Db,
  userId: number,
  items: (Item & { event: Event })[],
): Promise<PricedItem[]> {
  const albumIds = items.flatMap((item) => (item.imageId === null ? [item.albumId] : []));
  const credits = await creditsOf(db, userId, albumIds);
  return items.map(({ albumId, imageId, event }) => {
    const [pricing] = event.event_pricings;
    if (imageId !== null) {
      return { albumId, imageId, priceCents: imagePriceCents(pricing?.image_price), creditCents: 0 };
    }
    const priceCents = albumPriceCents(pricing?.share_price);
    return { albumId, imageId, priceCents, creditCents: Math.min(credits.get(albumId) ?? 0, priceCents) };
  });
}
