import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type LinePart, planRefund, splitRefund } from './split.rules.ts';

const charges = fc
  .array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 7 })
  .map((amounts) => amounts.map((amountCents, index) => ({ attemptId: index + 1, amountCents })));

describe('a refund split over charges', () => {
  test('is exact, and never more than is left of a charge', () => {
    fc.assert(
      fc.property(charges, fc.double({ min: 0, max: 1, noNaN: true }), (paid, part) => {
        const left = paid.map(({ attemptId, amountCents }) => ({ attemptId, leftCents: amountCents }));
        const total = left.reduce((sum, { leftCents }) => sum + leftCents, 0);
        const amount = Math.floor(total * part);
        const parts = splitRefund(amount, left);
        expect(parts.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(amount);
        for (const { attemptId, amountCents } of parts) {
          const own = left.find((charge) => charge.attemptId === attemptId)?.leftCents ?? 0;
          expect(amountCents).toBeLessThanOrEqual(own);
          expect(Math.abs(amountCents - (amount * own) / total)).toBeLessThan(paid.length);
        }
      }),
    );
  });

  test('cannot be more than is left', () => {
    expect(() => splitRefund(3, [{ attemptId: 1, leftCents: 2 }])).toThrow(/only 2/);
  });

  test.each([
    [1995, [855, 570, 570], [855, 570, 570]],
    [1000, [855, 570, 570], [428, 286, 286]],
    [1, [855, 570, 570], [1]],
  ])('%i of %j gives back %j', (amount, paid, expected) => {
    const left = paid.map((leftCents, index) => ({ attemptId: index + 1, leftCents }));
    const parts = splitRefund(amount, left);
    expect(parts.map(({ amountCents }) => amountCents).sort((a, b) => b - a)).toEqual(expected);
  });
});

describe('refunds line by line', () => {
  test('in any order, with failures and retries, refund every charge in full and no more', () => {
    const lines = fc.array(fc.integer({ min: 1, max: 4_000 }), { minLength: 1, maxLength: 5 });
    const people = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 7 });
    fc.assert(
      fc.property(lines, people, fc.infiniteStream(fc.boolean()), (totals, weights, fails) => {
        const total = totals.reduce((sum, cents) => sum + cents, 0);
        const paid = splitRefund(
          total,
          weights.map((weight, index) => ({ attemptId: index + 1, leftCents: weight * total })),
        );
        const orderLines = totals.map((totalCents, index) => ({ id: index + 1, totalCents }));
        let rows: LinePart[] = [];
        for (const line of orderLines) {
          for (const isFailing of [true, false]) {
            for (const part of planRefund([line], paid, rows)) {
              rows = [...rows, { ...part, isLive: !(isFailing && fails.next().value) }];
            }
          }
        }
        const live = rows.filter(({ isLive }) => isLive);
        for (const { attemptId, amountCents } of paid) {
          const back = live.filter((row) => row.attemptId === attemptId);
          expect(back.reduce((sum, row) => sum + row.amountCents, 0)).toBe(amountCents);
        }
        for (const { id, totalCents } of orderLines) {
          const back = live.filter((row) => row.orderLineId === id);
          expect(back.reduce((sum, row) => sum + row.amountCents, 0)).toBe(totalCents);
        }
        expect(planRefund(orderLines, paid, rows)).toEqual([]);
      }),
    );
  });
});
