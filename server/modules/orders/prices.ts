import type { BodyOf, ResponseOf } from '#contract/endpoint.ts';
import type { pricePreviewEndpoints } from '#contract/endpoints/coupons.ts';
import {
  LARGEST_CHARGE_CENTS,
  type LinePrice,
  type OrderTotals,
  orderTotals,
  payableLines,
} from '#contract/rules/orders.ts';
import { bestPrice, type Prices, pricesAt } from '#contract/rules/pricing.ts';
import type { Tx } from '#server/context.ts';
import { athletesInPhotos } from '#server/modules/athletes/find-matches.ts';
import type { SoldAlbum } from '#server/modules/catalogue/sold-albums.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { type AgreedTax, agreeTax, type TaxFor, taxFor } from '#server/modules/tax/tax-port.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { shareCoupon } from './coupons.queries.ts';
import { type CouponRow, discountedAlbums, discountOf } from './coupons.ts';
import { creditsOf, type Item } from './entitlements.ts';

/** `priceName` explains a price that is not the regular one. */
export type PricedItem = Item & LinePrice & { priceName: string | null };

type SoldItem = Item & { album: SoldAlbum };
export type Pricing = Pick<Tx, 'db' | 'log' | 'clock'>;

/**
 * Prices items for one customer. Photos of an event get the best price together, and what the customer paid for photos of
 * an album counts toward the album.
 */
export async function priceItems(
  tx: Pricing,
  { userId, items }: { userId: number; items: SoldItem[] },
): Promise<PricedItem[]> {
  const albumIds = items.flatMap((item) => (item.imageId === null ? [item.albumId] : []));
  const credits = await creditsOf(tx.db, userId, albumIds);
  const { image_price: siteImagePrice } = await getSettings(tx);
  const now = tx.clock.now();
  const pricesOf = ({ album }: SoldItem) => pricesAt(album.pricedEvent, now, siteImagePrice);
  const photos = await pricePhotos(tx, userId, items, pricesOf);
  return items.map((item) => {
    const { albumId, imageId } = item;
    const photo = photos.get(item);
    if (photo) return { albumId, imageId, creditCents: 0, ...photo };
    const { albumCents: priceCents, period: priceName } = pricesOf(item);
    const creditCents = Math.min(credits.get(albumId) ?? 0, priceCents);
    return { albumId, imageId, priceCents, creditCents, priceName };
  });
}

type PhotoPriced = Pick<PricedItem, 'priceCents' | 'priceName'>;

async function pricePhotos(
  tx: Pricing,
  userId: number,
  items: SoldItem[],
  pricesOf: (item: SoldItem) => Prices,
): Promise<Map<SoldItem, PhotoPriced>> {
  const photos = items.filter((item) => item.imageId !== null);
  const withAthletePrice = photos.filter((item) => pricesOf(item).athleteCents !== null);
  const imageIds = withAthletePrice.flatMap((item) => item.imageId ?? []);
  const athletes = await athletesInPhotos(tx, userId, imageIds);
  const priced = new Map<SoldItem, PhotoPriced>();
  for (const group of Map.groupBy(photos, ({ album }) => album.eventId).values()) {
    const [first] = group;
    if (!first) continue;
    const wanted = group.map(({ albumId, imageId }) => ({
      albumId,
      athletes: athletes.get(imageId ?? 0) ?? [],
    }));
    for (const [position, { priceCents, name }] of bestPrice(pricesOf(first), wanted).entries()) {
      priced.set(group[position] as SoldItem, { priceCents, priceName: name });
    }
  }
  return priced;
}

/** Refuses an order that no card can pay, before it is made. What is too small to charge is waived instead. */
export function requireChargeable<T extends Pick<Terms, 'totals'>>(terms: T): T {
  if (terms.totals.totalCents > LARGEST_CHARGE_CENTS) throw new AppError('amount_too_large');
  return terms;
}

/** The terms an order keeps for good once it is placed. */
export type Terms = {
  totals: OrderTotals;
  couponId: number | null;
  taxName: string;
  /** False for an estimate that could not tell the tax. */
  isTaxKnown: boolean;
  tax: AgreedTax;
};

export async function agreeTerms(
  tx: Pricing,
  {
    prices,
    coupon: wanted,
    taxed,
  }: { prices: readonly (LinePrice & { albumId: number })[]; coupon?: CouponRow | undefined; taxed: TaxFor },
): Promise<Terms> {
  const coupon = wanted && (await shareCoupon(tx.db, wanted.id));
  const albums = await discountedAlbums(tx.db, coupon, prices);
  const covered = prices.map((line) => ({ ...line, isDiscounted: albums.has(line.albumId) }));
  const discount = discountOf(coupon);
  const taxation = await taxFor(tx, taxed, payableLines(covered, discount));
  const totals = orderTotals(covered, discount, taxation);
  return { totals, couponId: coupon?.id ?? null, ...agreeTax(taxation, totals) };
}

type Asked = BodyOf<typeof pricePreviewEndpoints.previewPrices>;
type Answer = ResponseOf<typeof pricePreviewEndpoints.previewPrices>;

const PHOTO_COUNTS = [1, 5, 10];

/** Computes totals the way an order does, with tax, for prices that are not saved yet. */
export async function previewPrices(tx: Pricing, { pricing, dates }: Asked): Promise<Answer> {
  const { image_price: siteImagePrice } = await getSettings(tx);
  const answer: Answer = [];
  for (const date of new Set(dates)) {
    const event = { time_zone: 'UTC', event_pricings: [pricing] };
    const prices = pricesAt(event, new Date(`${date}T12:00:00Z`), siteImagePrice);
    const rows = [];
    for (const { name, cents } of basketsOf(prices)) {
      const lines = cents.map((priceCents) => ({ albumId: 0, priceCents, creditCents: 0 }));
      rows.push({
        name,
        total: (await agreeTerms(tx, { prices: lines, taxed: 'nobody' })).totals.totalCents,
      });
    }
    answer.push({ date, period: prices.period, rows });
  }
  return answer;
}

function basketsOf(prices: Prices): { name: string; cents: number[] }[] {
  const photos = PHOTO_COUNTS.map((count) => {
    const wanted = Array.from({ length: count }, () => ({ albumId: 1, athletes: [] }));
    const name = count === 1 ? '1 photo' : `${count} photos`;
    return { name, cents: bestPrice(prices, wanted).map(({ priceCents }) => priceCents) };
  });
  const athlete =
    prices.athleteCents === null ? [] : [{ name: 'One athlete’s photos', cents: [prices.athleteCents] }];
  const { albumCents } = prices;
  return [
    ...photos,
    ...athlete,
    { name: 'Album', cents: [albumCents] },
    { name: 'Two albums', cents: [albumCents, albumCents] },
  ];
}
