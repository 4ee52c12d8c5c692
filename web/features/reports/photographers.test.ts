import { expect, test } from 'vitest';
import type { PhotographerRow } from '#contract/endpoints/reports.ts';
import { photographersCsv, statementsOf } from './photographers.ts';

const row = (change: Partial<PhotographerRow>): PhotographerRow => ({
  photographer: 'Ana',
  event: 1,
  event_name: 'Winter Classic',
  event_date: '2026-11-14',
  frames: 10,
  published: 9,
  sold: 3,
  image_sales: 1,
  album_sales: 1,
  views: 20,
  revenue: 1_000,
  refunds: 0,
  commission_rate_basis_points: 3_000,
  commission: 300,
  ...change,
});

test('a photographer has one statement of all events, those owed most first', () => {
  const rows = [row({}), row({ photographer: null, commission: 0 }), row({ event: 2, commission: -50 })];
  expect(statementsOf(rows).map(({ name, total }) => [name, total.commission, total.frames])).toEqual([
    ['Ana', 250, 20],
    ['Without a name', 0, 10],
  ]);
});

test('a name that would be a formula is text in the file', () => {
  expect(photographersCsv([row({ photographer: '=HYPERLINK(1)' })])).toContain(
    "'=HYPERLINK(1),Winter Classic",
  );
});
