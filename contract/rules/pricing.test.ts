import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { albumPriceCents, pricesAt, SHARES_PER_ALBUM } from './pricing.ts';

describe('prices', () => {
  test.each([
    [undefined, 1995],
    [null, 1995],
    [0, 0],
    [285, 1995],
    [1495, 10_465],
  ])('an album with share price %s costs %i', (sharePrice, price) => {
    expect(albumPriceCents(sharePrice)).toBe(price);
  });

  test('seven shares make an album exactly', () => {
    expect(SHARES_PER_ALBUM).toBe(7);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), (share) => {
        expect(albumPriceCents(share) / 7).toBe(share);
      }),
    );
  });

  test.each([
    [undefined, undefined, 499],
    [null, 650, 650],
    [0, 650, 0],
    [1495, 650, 1495],
  ])('an image with event price %s and site price %s costs %i', (ofEvent, ofSite, price) => {
    const own = { share_price: 285, photo_steps: [], athlete_price: null, early: null, late: null };
    const pricings = ofEvent === undefined ? [] : [{ ...own, image_price: ofEvent }];
    const event = { time_zone: 'UTC', event_pricings: pricings };
    expect(pricesAt(event, new Date(), ofSite).imageCents).toBe(price);
  });
});
