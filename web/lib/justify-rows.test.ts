import fc from 'fast-check';
import { expect, test } from 'vitest';
import { justifyRows } from './justify-rows.ts';

const ratios = fc.array(fc.double({ min: 0.4, max: 3, noNaN: true }), { maxLength: 60 });
const options = fc.record({
  width: fc.integer({ min: 300, max: 2400 }),
  gap: fc.constantFrom(3, 6),
  targetHeight: fc.integer({ min: 120, max: 360 }),
});

test('rows hold every photo once and in order', () => {
  fc.assert(
    fc.property(ratios, options, (photos, layout) => {
      const rows = justifyRows(photos, layout);
      expect(rows.flatMap(({ start, end }) => photos.slice(start, end))).toEqual(photos);
      for (const { start, end } of rows) expect(end).toBeGreaterThan(start);
    }),
  );
});

test('every row but an unfilled last one is exactly as wide as the sheet, with photos of their own shape', () => {
  fc.assert(
    fc.property(ratios, options, (photos, layout) => {
      const rows = justifyRows(photos, layout);
      rows.forEach(({ start, end, height, isFilled }, index) => {
        const widths = photos.slice(start, end).map((ratio) => ratio * height);
        const total = widths.reduce((sum, width) => sum + width, 0) + layout.gap * (end - start - 1);
        if (isFilled) expect(total).toBeCloseTo(layout.width, 4);
        else {
          expect(index).toBe(rows.length - 1);
          expect(total).toBeLessThan(layout.width);
        }
      });
    }),
  );
});

test('the last row never grows out of proportion', () => {
  fc.assert(
    fc.property(ratios, options, (photos, layout) => {
      const last = justifyRows(photos, layout).at(-1);
      if (last) expect(last.height).toBeLessThanOrEqual(layout.targetHeight * 1.6 + 0.001);
    }),
  );
});

test('a portrait stands as tall as the landscape beside it', () => {
  const rows = justifyRows([1.5, 2 / 3, 1.5, 2 / 3], { width: 384, gap: 3, targetHeight: 178 });
  expect(rows.map(({ start, end }) => [start, end])).toEqual([
    [0, 2],
    [2, 4],
  ]);
});

test('two thousand photos are each in one row, in their order', () => {
  const photos = Array.from({ length: 2000 }, (_, index) => (index % 5 === 0 ? 2 / 3 : 1.5));
  const rows = justifyRows(photos, { width: 1392, gap: 6, targetHeight: 300 });
  expect(rows.map(({ start }) => start)).toEqual([0, ...rows.slice(0, -1).map(({ end }) => end)]);
  expect(rows.at(-1)?.end).toBe(2000);
});
