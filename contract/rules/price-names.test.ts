import { expect, test } from 'vitest';
import { readPriceName } from './price-names.ts';
import { bestPrice, bundleName, type Prices } from './pricing.ts';

const PRICES: Prices = {
  albumCents: 3990,
  imageCents: 795,
  steps: [{ photos: 5, price: 2495 }],
  athleteCents: 2995,
  period: 'Early bird until Nov 14',
};
const photos = (count: number, athletes: { id: number; name: string }[] = []) =>
  Array.from({ length: count }, () => ({ albumId: 1, athletes }));

test.each([
  ['a bundle', photos(5)],
  ['a bundle that is not full', photos(4)],
  ['the price of the album', photos(20)],
  ['the photos of one athlete', photos(9, [{ id: 1, name: 'Maya' }])],
])('every part of the name of %s is known', (_, chosen) => {
  const names = bestPrice(PRICES, chosen).flatMap(({ name }) => name ?? []);
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) for (const part of readPriceName(name)) expect(part.message).toBeTruthy();
});

test('the number and the price are values', () => {
  expect(readPriceName(bundleName(5, 2495))).toEqual([
    {
      text: '5 photos for $24.95',
      message: '{count, plural, one {# photo} other {# photos}} for {price}',
      values: { count: 5, price: '$24.95' },
    },
  ]);
  expect(readPriceName('Something else')).toEqual([
    { text: 'Something else', message: undefined, values: {} },
  ]);
});
