import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sumCents } from './money.ts';
import { bestPrice, type EventPricing, type PhotoToPrice, type Prices, pricesAt } from './pricing.ts';

const PRICES: Prices = {
  albumCents: 6000,
  imageCents: 1000,
  steps: [
    { photos: 5, price: 3000 },
    { photos: 10, price: 5000 },
  ],
  athleteCents: 4000,
  period: null,
};

const photosOf = (count: number, albumId = 1, athletes: PhotoToPrice['athletes'] = []): PhotoToPrice[] =>
  Array.from({ length: count }, () => ({ albumId, athletes }));

const totalOf = (prices: Prices, photos: readonly PhotoToPrice[]) =>
  sumCents(bestPrice(prices, photos).map(({ priceCents }) => priceCents));

describe('the best price', () => {
  test.each([
    [1, 1000],
    [2, 2000],
    [4, 3000],
    [5, 3000],
    [6, 4000],
    [9, 5000],
    [10, 5000],
    [11, 6000],
    [40, 6000],
  ])('of %i photos of one album is %i', (count, cents) => {
    expect(totalOf(PRICES, photosOf(count))).toBe(cents);
  });

  test.each([
    [5, ['5 photos for $30.00']],
    [4, ['Up to 5 photos for $30.00']],
    [6, [null, '5 photos for $30.00']],
    [12, ['12 photos for $60.00, the price of the album']],
  ])('of %i photos says what it is', (count, names) => {
    const prices = bestPrice(PRICES, photosOf(count));
    expect([...new Set(prices.map(({ name }) => name))]).toEqual(names);
  });

  test('of one athlete’s photos over several albums is the price of the athlete', () => {
    const maya = [{ id: 7, name: 'Maya' }];
    const prices = bestPrice(PRICES, [...photosOf(8, 1, maya), ...photosOf(8, 2, maya), ...photosOf(1, 3)]);
    expect(sumCents(prices.map(({ priceCents }) => priceCents))).toBe(5000);
    expect(prices[0]?.name).toBe('All photos of Maya for $40.00');
    expect(prices.at(-1)).toEqual({ priceCents: 1000, name: null });
  });
});

const cents = fc.integer({ min: 0, max: 20_000 });
const anyPrices: fc.Arbitrary<Prices> = fc.record({
  albumCents: cents,
  imageCents: cents,
  steps: fc.array(fc.record({ photos: fc.integer({ min: 2, max: 30 }), price: cents }), { maxLength: 4 }),
  athleteCents: fc.option(cents),
  period: fc.constant(null),
});
const anyPhotos = fc.array(
  fc.record({
    albumId: fc.integer({ min: 1, max: 4 }),
    athletes: fc
      .uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 2 })
      .map((ids) => ids.map((id) => ({ id, name: `Athlete ${id}` }))),
  }),
  { maxLength: 40 },
);

describe('for any prices and photos, the best price', () => {
  test('is never more than the single photos, and never more than the albums', () => {
    fc.assert(
      fc.property(anyPrices, anyPhotos, (prices, photos) => {
        const total = totalOf(prices, photos);
        const albums = new Set(photos.map(({ albumId }) => albumId)).size;
        expect(total).toBeLessThanOrEqual(photos.length * prices.imageCents);
        expect(total).toBeLessThanOrEqual(albums * prices.albumCents);
        if (photos.length === 0) expect(total).toBe(0);
      }),
    );
  });

  test('does not fall when a photo is added', () => {
    fc.assert(
      fc.property(anyPrices, anyPhotos, fc.nat(), (prices, photos, pick) => {
        fc.pre(photos.length > 0);
        const fewer = photos.toSpliced(pick % photos.length, 1);
        expect(totalOf(prices, fewer)).toBeLessThanOrEqual(totalOf(prices, photos));
      }),
    );
  });

  test('gives every photo whole cents, and no photo less than nothing', () => {
    fc.assert(
      fc.property(anyPrices, anyPhotos, (prices, photos) => {
        const priced = bestPrice(prices, photos);
        expect(priced).toHaveLength(photos.length);
        for (const { priceCents } of priced) {
          expect(Number.isInteger(priceCents)).toBe(true);
          expect(priceCents).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });
});

describe('prices by date', () => {
  const pricing: EventPricing = {
    share_price: 1001,
    image_price: 499,
    photo_steps: [{ photos: 5, price: 1999 }],
    athlete_price: 3000,
    early: { until: '2026-11-20', percent_off: 15 },
    late: { from: '2026-12-01', percent_more: 10 },
  };
  const event = { time_zone: 'America/Los_Angeles', event_pricings: [pricing] };

  test.each([
    ['2026-11-21T07:59:59Z', 851 * 7, 424, 'Early bird until Nov 20'],
    ['2026-11-21T08:00:00Z', 1001 * 7, 499, null],
    ['2026-12-01T07:59:59Z', 1001 * 7, 499, null],
    ['2026-12-01T08:00:00Z', 1101 * 7, 549, 'Late price since Dec 1'],
  ])('at %s follow the day at the event', (now, albumCents, imageCents, period) => {
    expect(pricesAt(event, new Date(now))).toMatchObject({ albumCents, imageCents, period });
  });

  test('without a pricing are the defaults', () => {
    const none = { time_zone: 'UTC', event_pricings: [] };
    expect(pricesAt(none, new Date(), 650)).toEqual({
      albumCents: 1995,
      imageCents: 650,
      steps: [],
      athleteCents: null,
      period: null,
    });
  });
});
