// What an album and single images cost, and how early-bird and late prices change it.

import { calendarDay } from './calendar-day.ts';

export const SHARES_PER_ALBUM = 7;
export const DEFAULT_ALBUM_PRICE_CENTS = 1995;
export const DEFAULT_IMAGE_PRICE_CENTS = 499;

export function albumPriceCents(sharePriceCents: number | null | undefined): number {
  return sharePriceCents == null ? DEFAULT_ALBUM_PRICE_CENTS : sharePriceCents * SHARES_PER_ALBUM;
}

export function imagePriceCents(
  imagePriceOfEventCents: number | null | undefined,
  siteDefaultCents: number = DEFAULT_IMAGE_PRICE_CENTS,
): number {
  return imagePriceOfEventCents ?? siteDefaultCents;
}

export type PhotoStep = { photos: number; price: number };

export type EventPricing = {
  share_price: number;
  image_price: number | null;
  /** Several photos for one price. */
  photo_steps: readonly PhotoStep[];
  /** All photos of one athlete at the event. */
  athlete_price: number | null;
  /** Lower prices up to and including this day at the event's place. */
  early: { until: string; percent_off: number } | null;
  /** Higher prices from this day on. */
  late: { from: string; percent_more: number } | null;
};

export type PricedEvent = { time_zone: string; event_pricings: readonly EventPricing[] };

/** The prices of an event at one moment. */
export type Prices = {
  albumCents: number;
  imageCents: number;
  steps: PhotoStep[];
  athleteCents: number | null;
  /** Says why the prices differ from the regular ones. */
  period: string | null;
};

/** Rounds the share price, so that an album costs seven whole shares on every day. */
export function pricesAt(
  { time_zone: timeZone, event_pricings: [pricing] }: PricedEvent,
  now: Date,
  siteImagePriceCents: number = DEFAULT_IMAGE_PRICE_CENTS,
): Prices {
  const imageCents = imagePriceCents(pricing?.image_price, siteImagePriceCents);
  if (!pricing)
    return { albumCents: albumPriceCents(null), imageCents, steps: [], athleteCents: null, period: null };
  const { percent, name } = periodOf(pricing, calendarDay(now, timeZone));
  const change = (cents: number) => Math.round((cents * percent) / 100);
  return {
    albumCents: albumPriceCents(change(pricing.share_price)),
    imageCents: change(imageCents),
    steps: pricing.photo_steps.map(({ photos, price }) => ({ photos, price: change(price) })),
    athleteCents: pricing.athlete_price === null ? null : change(pricing.athlete_price),
    period: name,
  };
}

/** What an album of the event costs now. */
export function albumPriceOf(event: PricedEvent | undefined, now: Date = new Date()): number {
  return event ? pricesAt(event, now).albumCents : DEFAULT_ALBUM_PRICE_CENTS;
}

function periodOf({ early, late }: EventPricing, today: string): { percent: number; name: string | null } {
  if (early && today <= early.until)
    return { percent: 100 - early.percent_off, name: `Early bird until ${dayInWords(early.until)}` };
  if (late && today >= late.from)
    return { percent: 100 + late.percent_more, name: `Late price since ${dayInWords(late.from)}` };
  return { percent: 100, name: null };
}

export function dayInWords(day: string): string {
  return new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric' }).format(
    new Date(`${day}T00:00:00Z`),
  );
}
