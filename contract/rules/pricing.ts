import { calendarDay } from './calendar-day.ts';
import { formatCents, splitCents } from './money.ts';

// The prices of an album and of single images, with early-bird and late prices.

export const SHARES_PER_ALBUM = 7;
export const DEFAULT_ALBUM_PRICE_CENTS = 1995;
export const DEFAULT_IMAGE_PRICE_CENTS = 499;

export function albumPriceCents(sharePriceCents: number | null | undefined): number {
  return sharePriceCents == null ? DEFAULT_ALBUM_PRICE_CENTS : sharePriceCents * SHARES_PER_ALBUM;
}

/** An album costs seven whole shares, so a price that does not divide becomes the nearest one that does. */
export function sharePriceFor(albumCents: number): number {
  return Math.round(albumCents / SHARES_PER_ALBUM);
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
  const imageCents = pricing?.image_price ?? siteImagePriceCents;
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

/** The price of an album of this event right now. */
export function albumPriceOf(event: PricedEvent | undefined, now: Date = new Date()): number {
  return event ? pricesAt(event, now).albumCents : DEFAULT_ALBUM_PRICE_CENTS;
}

function periodOf({ early, late }: EventPricing, today: string): { percent: number; name: string | null } {
  if (early && today <= early.until)
    return { percent: 100 - early.percent_off, name: `Early bird until ${describeDay(early.until)}` };
  if (late && today >= late.from)
    return { percent: 100 + late.percent_more, name: `Late price since ${describeDay(late.from)}` };
  return { percent: 100, name: null };
}

export function describeDay(day: string): string {
  return new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric' }).format(
    new Date(`${day}T00:00:00Z`),
  );
}

// The best price of several photos of one event: singles, bundles, one athlete's photos, or as much as their album.

export type PhotoToPrice = { albumId: number; athletes: readonly { id: number; name: string }[] };

/** `name` explains a price that is not the price of a single photo. */
export type PhotoPrice = { priceCents: number; name: string | null };

type Part = { photos: number[]; priceCents: number; name: string | null };

/** More athletes than this are not weighed against each other; the first ones count. */
const MAX_ATHLETES = 6;

/**
 * Returns a price for each photo. Together they cost no more than the single photos, no more than the albums they come
 * from, and no less than any selection of them.
 */
export function bestPrice(prices: Prices, photos: readonly PhotoToPrice[]): PhotoPrice[] {
  const table = stepTable(prices, photos.length);
  const athleteIds = [...new Set(photos.flatMap((photo) => photo.athletes.map(({ id }) => id)))];
  const candidates =
    prices.athleteCents === null ? [] : athleteIds.toSorted((a, b) => a - b).slice(0, MAX_ATHLETES);
  let best: { cents: number; parts: () => Part[] } | undefined;
  for (const passes of subsetsOf(candidates)) {
    const plan = planWithout(prices, photos, passes, table);
    if (!best || plan.cents < best.cents) best = plan;
  }
  const result: PhotoPrice[] = photos.map(() => ({ priceCents: 0, name: null }));
  for (const part of best?.parts() ?? []) {
    const cents = splitCents(
      part.priceCents,
      part.photos.map(() => 1),
    );
    for (const [position, index] of part.photos.entries())
      result[index] = { priceCents: cents[position] ?? 0, name: withPeriod(part.name, prices.period) };
  }
  return result;
}

export function withPeriod(name: string | null, period: string | null): string | null {
  return [name, period].filter((word) => word !== null).join(', ') || null;
}

/** Prices the photos of these athletes at the athlete's price, and the rest by album or in bundles, whichever costs less. */
function planWithout(
  prices: Prices,
  photos: readonly PhotoToPrice[],
  passes: readonly number[],
  table: readonly Step[],
): { cents: number; parts: () => Part[] } {
  const passOf = (photo: PhotoToPrice) => passes.find((id) => photo.athletes.some((one) => one.id === id));
  const indexes = photos.map((_, index) => index);
  const rest = indexes.filter((index) => passOf(photos[index] as PhotoToPrice) === undefined);
  const albums = [...Map.groupBy(rest, (index) => photos[index]?.albumId).values()].toSorted(
    (a, b) => b.length - a.length,
  );
  const passCents = passes.length * (prices.athleteCents ?? 0);
  let left = rest.length;
  let best = { whole: 0, cents: passCents + costOf(table, left) };
  for (const [position, album] of albums.entries()) {
    left -= album.length;
    const cents = passCents + (position + 1) * prices.albumCents + costOf(table, left);
    if (cents < best.cents) best = { whole: position + 1, cents };
  }
  const parts = () => [
    ...passes.map((id) =>
      passPart(prices, photos, id, (index) => passOf(photos[index] as PhotoToPrice) === id),
    ),
    ...albums.slice(0, best.whole).map((album) => ({
      photos: album,
      priceCents: prices.albumCents,
      name: `${bundleName(album.length, prices.albumCents)}, the price of the album`,
    })),
    ...bundle(
      table,
      rest.filter((index) => !albums.slice(0, best.whole).some((album) => album.includes(index))),
    ),
  ];
  return { cents: best.cents, parts };
}

function passPart(
  prices: Prices,
  photos: readonly PhotoToPrice[],
  athleteId: number,
  isCovered: (index: number) => boolean,
): Part {
  const covered = photos.map((_, index) => index).filter(isCovered);
  const athlete = photos.flatMap((photo) => photo.athletes).find(({ id }) => id === athleteId);
  const priceCents = covered.length > 0 ? (prices.athleteCents ?? 0) : 0;
  return {
    photos: covered,
    priceCents,
    name: `All photos of ${athlete?.name} for ${formatCents(priceCents)}`,
  };
}

type Step = { cents: number; size: number; price: number };

/** Entry n is the lowest cost of at least n photos, and the last bundle it takes. */
function stepTable({ imageCents, steps }: Prices, photos: number): Step[] {
  const bundles = [{ photos: 1, price: imageCents }, ...steps];
  const table: Step[] = [{ cents: 0, size: 0, price: 0 }];
  for (let count = 1; count <= photos; count++) {
    let best: Step | undefined;
    for (const { photos: size, price } of bundles) {
      const cents = price + costOf(table, Math.max(0, count - size));
      if (!best || cents < best.cents) best = { cents, size, price };
    }
    if (best) table.push(best);
  }
  return table;
}

function costOf(table: readonly Step[], photos: number): number {
  return table[photos]?.cents ?? 0;
}

function bundle(table: readonly Step[], photos: readonly number[]): Part[] {
  const parts: Part[] = [];
  let left = [...photos];
  while (left.length > 0) {
    const { size, price } = table[left.length] as Step;
    const taken = left.slice(0, size);
    left = left.slice(size);
    const name = size === 1 ? null : `${taken.length < size ? 'Up to ' : ''}${bundleName(size, price)}`;
    parts.push({ photos: taken, priceCents: price, name });
  }
  return parts;
}

export function bundleName(photos: number, cents: number): string {
  return `${photos} ${photos === 1 ? 'photo' : 'photos'} for ${formatCents(cents)}`;
}

function* subsetsOf(ids: readonly number[]): Generator<number[]> {
  for (let bits = 0; bits < 2 ** ids.length; bits++)
    yield ids.filter((_, position) => bits & (1 << position));
}
