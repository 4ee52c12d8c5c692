import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Discount, orderTotals, SMALLEST_CHARGE_CENTS } from './orders.ts';
import { taxByRates } from './tax.ts';

const flat = (basisPoints: number) =>
  taxByRates(() => [
    { name: 'Tax', country: '', state: '', kind: 'digital', rateMillionths: basisPoints * 100 },
  ]);

const priced = (...prices: number[]) => prices.map((priceCents) => ({ priceCents, creditCents: 0 }));

describe('an order', () => {
  test('costs the sum of its lines', () => {
    expect(orderTotals(priced(13_965, 499), undefined)).toMatchObject({
      subTotalCents: 14_464,
      totalCents: 14_464,
    });
  });

  test('credits single images against the album, and never pays money back', () => {
    const credit = (creditCents: number) =>
      orderTotals([{ priceCents: 1995, creditCents }], undefined).totalCents;
    expect(credit(998)).toBe(997);
    expect(credit(5_000)).toBe(0);
  });

  test.each([
    [{ kind: 'percent', percentOff: 20 }, 11_172],
    [{ kind: 'percent', percentOff: 100 }, 0],
    [{ kind: 'fixed', amountOffCents: 1_000 }, 12_965],
    [{ kind: 'fixed', amountOffCents: 99_999 }, 0],
  ] as [Discount, number][])('with the coupon %j costs %i', (discount, totalCents) => {
    expect(orderTotals(priced(13_965), discount).totalCents).toBe(totalCents);
  });

  test('is taxed after the discount', () => {
    const totals = orderTotals(priced(10_000), { kind: 'percent', percentOff: 50 }, flat(825));
    expect(totals).toMatchObject({ taxCents: 413, totalCents: 5_413 });
  });
});

describe('a total too small to charge', () => {
  test.each([
    [49, 0],
    [1, 0],
    [50, 50],
    [0, 0],
  ])('of %i cents costs %i', (restCents, totalCents) => {
    const totals = orderTotals([{ priceCents: 1995, creditCents: 1995 - restCents }], undefined);
    expect(totals.totalCents).toBe(totalCents);
    expect(totals.discountCents).toBe(restCents - totalCents);
  });

  test('becomes discount on every line and is not taxed', () => {
    const totals = orderTotals(priced(1995, 1995), { kind: 'fixed', amountOffCents: 3_970 }, flat(825));
    expect(totals).toMatchObject({ discountCents: 3_990, taxCents: 0, totalCents: 0 });
    expect(totals.lines.map((line) => line.discountCents)).toEqual([1995, 1995]);
  });

  test('is charged if tax makes it large enough', () => {
    expect(orderTotals([{ priceCents: 49, creditCents: 0 }], undefined, flat(825))).toMatchObject({
      discountCents: 0,
      taxCents: 4,
      totalCents: 53,
    });
  });
});

const anyLines = fc.array(
  fc.record({
    priceCents: fc.oneof(fc.integer({ min: 0, max: 99 }), fc.integer({ min: 0, max: 5_000_000 })),
    creditCents: fc.integer({ min: 0, max: 5_000_000 }),
  }),
  { minLength: 1, maxLength: 20 },
);
const anyDiscount = fc.option(
  fc.oneof(
    fc.record({ kind: fc.constant('percent' as const), percentOff: fc.integer({ min: 1, max: 100 }) }),
    fc.record({
      kind: fc.constant('fixed' as const),
      amountOffCents: fc.integer({ min: 1, max: 5_000_000 }),
    }),
  ),
  { nil: undefined },
);

test('every column adds up, line by line and for the order, in whole cents that are never negative', () => {
  fc.assert(
    fc.property(anyLines, anyDiscount, fc.integer({ min: 0, max: 2_500 }), (lines, discount, rate) => {
      const totals = orderTotals(lines, discount, flat(rate));
      const sumOf = (key: keyof (typeof totals.lines)[number]) =>
        totals.lines.reduce((sum, line) => sum + line[key], 0);
      expect(sumOf('priceCents')).toBe(totals.subTotalCents);
      expect(sumOf('creditCents')).toBe(totals.creditCents);
      expect(sumOf('discountCents')).toBe(totals.discountCents);
      expect(sumOf('taxCents')).toBe(totals.taxCents);
      expect(sumOf('totalCents')).toBe(totals.totalCents);
      expect(totals.subTotalCents - totals.creditCents - totals.discountCents + totals.taxCents).toBe(
        totals.totalCents,
      );
      expect(totals.totalCents === 0 || totals.totalCents >= SMALLEST_CHARGE_CENTS).toBe(true);
      for (const line of totals.lines) {
        for (const amount of Object.values(line)) {
          expect(Number.isInteger(amount)).toBe(true);
          expect(amount).toBeGreaterThanOrEqual(0);
        }
      }
    }),
  );
});
