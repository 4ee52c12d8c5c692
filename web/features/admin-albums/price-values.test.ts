import { expect, test } from 'vitest';
import { findPriceProblems, toPriceValues, toPricing } from './price-values.ts';

const NONE = {
  share_price: 300,
  image_price: 500,
  photo_steps: [{ photos: null, price: null }],
  athlete_price: null,
  early_until: null,
  early_percent_off: null,
  late_from: null,
  late_percent_more: null,
};

test('rows that are left empty are no steps, and nothing typed is no pricing', () => {
  expect(toPricing(NONE)).toMatchObject({ photo_steps: [], early: null, late: null });
  expect(toPricing({ ...NONE, share_price: null, image_price: null })).toBeNull();
});

test.each([
  [{ photo_steps: [{ photos: 5, price: null }] }, 'photo_steps', /every row/],
  [{ photo_steps: [{ photos: 5, price: 2600 }] }, 'photo_steps', /cost less/],
  [{ early_percent_off: 20 }, 'early_until', /last day/],
  [{ early_until: '2026-11-20', early_percent_off: 95 }, 'early_percent_off', /1 to 90/],
  [{ late_from: '2026-11-20' }, 'late_percent_more', /1 to 100/],
  [
    { early_until: '2026-11-20', early_percent_off: 5, late_from: '2026-11-20', late_percent_more: 5 },
    'late_from',
    /start after/,
  ],
  [{ share_price: null }, 'share_price', /share price too/],
])('%j is refused at the field that is wrong', (change, path, message) => {
  const [problem] = findPriceProblems({ ...NONE, ...change });
  expect(problem?.path).toBe(path);
  expect(problem?.message).toMatch(message);
});

test('a stored pricing fills the form, with rows left for more steps', () => {
  const values = toPriceValues({
    share_price: 1995,
    image_price: null,
    photo_steps: [{ photos: 5, price: 3000 }],
    athlete_price: 6000,
    early: { until: '2026-11-20', percent_off: 20 },
    late: null,
  });
  expect(values).toMatchObject({ share_price: '19.95', athlete_price: '60.00', early_percent_off: '20' });
  expect(values.photo_steps).toEqual([
    { photos: '5', price: '30.00' },
    { photos: '', price: '' },
    { photos: '', price: '' },
  ]);
});
