import { expect, test } from 'vitest';
import { previewDates } from './price-preview.tsx';

const prices = {
  early: { until: '2026-11-30', percent_off: 10 },
  late: { from: '2026-12-01', percent_more: 10 },
};

test('a preview shows today and the days on which prices change, in order and once', () => {
  expect(previewDates(prices, '2026-11-16')).toEqual(['2026-11-16', '2026-11-30', '2026-12-01']);
  expect(previewDates(prices, '2026-12-05')).toEqual(['2026-12-05']);
  expect(previewDates({ early: null, late: null }, '2026-12-05')).toEqual(['2026-12-05']);
});
