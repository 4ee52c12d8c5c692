import { expect, test } from 'vitest';
import { findPriceProblems, toPriceValues, toPricing } from './price-values.ts';

const BLANK = { photos: null, price: null };
const NONE = {
  album_price: 2100,
  image_price: 500,
  photo_steps: [BLANK],
  athlete_price: null,
  early_until: null,
  early_percent_off: null,
  late_from: null,
  late_percent_more: null,
};

test('rows that are left empty are no steps, and nothing typed is no pricing', () => {
  expect(toPricing(NONE)).toMatchObject({ photo_steps: [], early: null, late: null });
  expect(toPricing({ ...NONE, album_price: null, image_price: null })).toBeNull();
});

test.each([
  [{ photo_steps: [{ photos: 5, price: null }] }, 'photo_steps.0.price', /total price/],
  [{ photo_steps: [{ photos: 1, price: 300 }] }, 'photo_steps.0.photos', /2 to 200/],
  [{ photo_steps: [BLANK, { photos: 5, price: 2600 }] }, 'photo_steps.1.price', /cost less/],
  [
    { photo_steps: [{ photos: 5, price: 2000 }, BLANK, { photos: 5, price: 1900 }] },
    'photo_steps.2.photos',
    /has a price already/,
  ],
  [{ early_percent_off: 20 }, 'early_until', /last day/],
  [{ early_until: '2026-11-20', early_percent_off: 95 }, 'early_percent_off', /1 to 90/],
  [{ late_from: '2026-11-20' }, 'late_percent_more', /1 to 100/],
  [
    { early_until: '2026-11-20', early_percent_off: 5, late_from: '2026-11-20', late_percent_more: 5 },
    'late_from',
    /start after/,
  ],
  [{ album_price: null }, 'album_price', /album price too/],
])('%j is refused at the field that is wrong', (change, path, message) => {
  const [problem] = findPriceProblems({ ...NONE, ...change });
  expect(problem?.path.join('.')).toBe(path);
  expect(problem?.message).toMatch(message);
});

test('a stored pricing fills the form with the price of the album', () => {
  const values = toPriceValues({
    share_price: 1995,
    image_price: null,
    photo_steps: [{ photos: 5, price: 3000 }],
    athlete_price: 6000,
    early: { until: '2026-11-20', percent_off: 20 },
    late: null,
  });
  expect(values).toMatchObject({ album_price: '139.65', athlete_price: '60.00', early_percent_off: '20' });
  expect(values.photo_steps).toEqual([{ photos: '5', price: '30.00' }]);
});

test.each([
  [13_965, 1995],
  [14_000, 2000],
  [13_999, 2000],
  [5, 1],
  [0, 0],
])('an album typed at %i cents is seven shares of %i', (album_price, share_price) => {
  expect(toPricing({ ...NONE, album_price })).toMatchObject({ share_price });
});
