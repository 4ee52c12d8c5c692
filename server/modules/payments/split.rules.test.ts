import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Charge, openParts, type Part, paidParts, sumOf, takeParts } from './split.rules.ts';

const sum = (parts: { amountCents: number }[]) =>
  parts.reduce((all, { amountCents }) => all + amountCents, 0);
const chargesOf = (amounts: number[], refunded: Part[] = []): Charge[] =>
  amounts.map((amountCents, index) => ({
    attemptId: index + 1,
    amountCents,
    leftCents: amountCents - sumOf(refunded, ({ attemptId }) => attemptId === index + 1),
  }));
const linesOf = (totals: number[]) => totals.map((totalCents, index) => ({ id: index + 1, totalCents }));

const totals = fc.array(fc.integer({ min: 0, max: 4_000 }), { minLength: 1, maxLength: 5 });
const weights = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 7 });
/** An order whose charges pay exactly its lines. */
const orders = fc
  .record({ totals, weights })
  .map(({ totals: lines, weights: shares }) => {
    const total = lines.reduce((all, cents) => all + cents, 0);
    const [whole] = [
      paidParts([{ id: 1, totalCents: total }], chargesOf(shares.map((share) => share * total))),
    ];
    return { lines: linesOf(lines), amounts: whole.map(({ amountCents }) => amountCents) };
  })
  .filter(({ amounts }) => amounts.length > 0);

describe('what each charge paid of each line', () => {
  test('adds up to the lines and to the charges', () => {
    fc.assert(
      fc.property(orders, ({ lines, amounts }) => {
        const parts = paidParts(lines, chargesOf(amounts));
        for (const { id, totalCents } of lines)
          expect(sumOf(parts, ({ orderLineId }) => orderLineId === id)).toBe(totalCents);
        for (const [index, cents] of amounts.entries())
          expect(sumOf(parts, ({ attemptId }) => attemptId === index + 1)).toBe(cents);
        expect(parts.every(({ amountCents }) => amountCents > 0)).toBe(true);
      }),
    );
  });

  test.each([
    [[1995], [855, 570, 570], [855, 570, 570]],
    [
      [1000, 995],
      [855, 570, 570],
      [428, 286, 286, 427, 284, 284],
    ],
    [[1995, 1995], [3990], [1995, 1995]],
  ])('of lines %j and charges %j is in proportion', (lines, amounts, expected) => {
    expect(paidParts(linesOf(lines), chargesOf(amounts)).map(({ amountCents }) => amountCents)).toEqual(
      expected,
    );
  });
});

describe('what is open', () => {
  test('after refunds line by line, in any order and with failures, is refunded to the same card in the same amount', () => {
    const plays = fc.array(fc.record({ line: fc.nat(4), fails: fc.array(fc.boolean(), { maxLength: 7 }) }), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(orders, plays, ({ lines, amounts }, steps) => {
        const paid = paidParts(lines, chargesOf(amounts));
        let live: Part[] = [];
        const open = () => openParts(lines, chargesOf(amounts, live), live);
        for (const { line, fails } of steps) {
          const id = lines[line % lines.length]?.id;
          const made = open().filter(({ orderLineId }) => orderLineId === id);
          live = [...live, ...made.filter((_, index) => !fails[index])];
        }
        for (const part of [...live, ...open()]) expect(paid).toContainEqual(part);
        live = [...live, ...open()];
        expect(sum(live)).toBe(sum(paid));
        expect(open()).toEqual([]);
      }),
    );
  });

  test('is never more than a line or a charge, however the dashboard or older rules split refunds', () => {
    const refunds = fc.array(fc.record({ line: fc.nat(4), charge: fc.nat(6), cents: fc.nat(4_000) }), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(orders, refunds, ({ lines, amounts }, made) => {
        const refunded: Part[] = [];
        for (const { line, charge, cents } of made) {
          const [of, to] = [
            lines[line % lines.length] as (typeof lines)[number],
            (charge % amounts.length) + 1,
          ];
          const ofLine = of.totalCents - sumOf(refunded, ({ orderLineId }) => orderLineId === of.id);
          const ofCharge = (amounts[to - 1] ?? 0) - sumOf(refunded, ({ attemptId }) => attemptId === to);
          refunded.push({
            orderLineId: of.id,
            attemptId: to,
            amountCents: Math.min(cents, ofLine, ofCharge),
          });
        }
        const open = openParts(lines, chargesOf(amounts, refunded), refunded);
        for (const { id, totalCents } of lines)
          expect(sumOf([...open, ...refunded], ({ orderLineId }) => orderLineId === id)).toBe(totalCents);
        for (const [index, cents] of amounts.entries())
          expect(sumOf([...open, ...refunded], ({ attemptId }) => attemptId === index + 1)).toBe(cents);
        expect(open.every(({ amountCents }) => amountCents > 0)).toBe(true);
      }),
    );
  });
});

test('a refund that is sent again takes no more than is owed, of a line or altogether', () => {
  const open = [
    { orderLineId: 1, attemptId: 7, amountCents: 200 },
    { orderLineId: 2, attemptId: 7, amountCents: 900 },
  ];
  const lines = [
    { orderLineId: 1, amountCents: 500 },
    { orderLineId: 2, amountCents: 500 },
    { orderLineId: 3, amountCents: 0 },
  ];
  expect(takeParts(600, lines, open).map(({ amountCents }) => amountCents)).toEqual([200, 400, 0]);
  expect(takeParts(1000, lines, open).map(({ amountCents }) => amountCents)).toEqual([200, 500, 0]);
});
