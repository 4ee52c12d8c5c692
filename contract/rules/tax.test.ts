import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sumCents } from './money.ts';
import { orderTotals, payableLines, SMALLEST_CHARGE_CENTS } from './orders.ts';
import { formatRate, isTaxIncluded, readRate, splitTax, stateOfZip, taxByRates } from './tax.ts';

const rateOf = (rateMillionths: number, state = '') => ({
  name: 'Tax',
  country: 'US',
  state,
  kind: 'digital' as const,
  rateMillionths,
});

describe('a rate', () => {
  test.each([
    ['7.875', 78_750],
    ['7.875%', 78_750],
    ['0', 0],
    ['20', 200_000],
    ['6.8751 %', 68_751],
  ])('%s is read without rounding', (typed, millionths) => {
    expect(readRate(typed)).toBe(millionths);
  });

  test.each(['', '-1', '7,875', 'x', '7.87512', '100'])('%j is refused', (typed) => {
    expect(readRate(typed)).toBeUndefined();
  });

  test('is shown as it was typed', () => {
    expect([78_750, 80_000, 0].map(formatRate)).toEqual(['7.875%', '8%', '0%']);
  });
});

test.each([
  ['55401', 'MN'],
  ['55401-1234', 'MN'],
  ['10001', 'NY'],
  ['06390', 'NY'],
  ['06360', 'CT'],
  ['00501', 'NY'],
  ['09012', 'AE'],
  ['34002', 'AA'],
  ['96349-0001', 'AP'],
  ['33101', 'FL'],
  ['34236', 'FL'],
  ['20001', 'DC'],
  ['99501', 'AK'],
  ['00000', undefined],
  ['5540', undefined],
  ['SW1A 1AA', undefined],
])('the ZIP code %s is in %s', (zip, state) => {
  expect(stateOfZip(zip)).toBe(state);
});

test('tax inside a price is taken out of it', () => {
  const vat = taxByRates(() => [rateOf(200_000)], true);
  const totals = orderTotals([{ priceCents: 1200, creditCents: 0 }], undefined, vat);
  expect(totals).toMatchObject({ taxCents: 200, totalCents: 1200 });
  const wire = { sub_total: 1200, credit: 0, discount: 0, tax: 200, total: 1200 };
  expect(isTaxIncluded(wire)).toBe(true);
  expect(isTaxIncluded({ ...wire, total: 1400 })).toBe(false);
  expect(isTaxIncluded({ ...wire, tax: 0 })).toBe(false);
});

test('each rate on top of a price is rounded alone', () => {
  const taxation = taxByRates(() => [rateOf(62_500), rateOf(20_000, 'TX')]);
  expect(taxation.partsOf(1995, 0).map(({ taxCents }) => taxCents)).toEqual([125, 40]);
});

const anyLines = fc.array(
  fc.record({
    priceCents: fc.integer({ min: 0, max: 200_000 }),
    creditCents: fc.integer({ min: 0, max: 50_000 }),
    isDiscounted: fc.boolean(),
  }),
  { minLength: 1, maxLength: 12 },
);
const anyDiscount = fc.option(
  fc.record({ kind: fc.constant('percent' as const), percentOff: fc.integer({ min: 1, max: 100 }) }),
  { nil: undefined },
);
const anyRates = fc.array(fc.integer({ min: 0, max: 300_000 }), { maxLength: 4 });

test('the taxes of the lines add up to the order, on top of prices and inside them', () => {
  fc.assert(
    fc.property(anyLines, anyDiscount, anyRates, fc.boolean(), (lines, discount, rates, isIncluded) => {
      const taxation = taxByRates(() => rates.map((rate) => rateOf(rate)), isIncluded);
      const totals = orderTotals(lines, discount, taxation);
      const payable = payableLines(lines, discount);
      for (const [position, line] of totals.lines.entries()) {
        const added = isIncluded ? 0 : line.taxCents;
        expect(line.totalCents).toBe(line.priceCents - line.creditCents - line.discountCents + added);
        expect(line.taxCents).toBeGreaterThanOrEqual(0);
        expect(line.taxCents).toBeLessThanOrEqual(line.totalCents);
        if (totals.totalCents === 0) continue;
        expect(line.totalCents - added).toBe(payable[position]);
        const parts = taxation.partsOf(line.totalCents - added, position).map(({ taxCents }) => taxCents);
        expect(sumCents(parts)).toBe(line.taxCents);
      }
      expect(sumCents(totals.lines.map(({ taxCents }) => taxCents))).toBe(totals.taxCents);
      expect(totals.totalCents === 0 || totals.totalCents >= SMALLEST_CHARGE_CENTS).toBe(true);
    }),
  );
});

test('the taxes of a line that is paid and refunded in parts add up at every step', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 9_000 }), { minLength: 1, maxLength: 4 }),
      fc.array(fc.nat(), { maxLength: 6 }),
      (amounts, cuts) => {
        const taxes = amounts.map((taxCents) => ({ taxCents }));
        const whole = sumCents(amounts);
        const steps = [0, ...cuts.map((cut) => cut % (whole + 1)), whole, 0];
        let booked = amounts.map(() => 0);
        for (const [at, sum] of steps.slice(1).entries()) {
          const before = steps[at] ?? 0;
          const parts = splitTax(taxes, before, sum - before);
          expect(sumCents(parts)).toBe(sum - before);
          booked = booked.map((cents, position) => cents + (parts[position] ?? 0));
          if (sum === whole) expect(booked).toEqual(amounts);
        }
        expect(booked).toEqual(amounts.map(() => 0));
      },
    ),
  );
});
