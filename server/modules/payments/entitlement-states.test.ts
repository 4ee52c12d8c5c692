import { describe, expect, test } from 'vitest';
import { stateOfEntitlements } from './entitlement-states.ts';
import { openParts, type Part, paidParts, sumOf } from './split.rules.ts';

const [ANN, BO] = [101, 102];

type Money = Parameters<typeof stateOfEntitlements>[0];

/** Ann pays with the charges 1 and 3, Bo with the charge 2. */
function moneyOf(
  totals: number[],
  refunded: Part[] = [],
  disputes: Record<number, { lostCents?: number; disputedCents?: number }> = {},
  amounts = [1000, 500, 500],
): Money {
  const lines = totals.map((totalCents, index) => ({ id: index + 1, totalCents }));
  const charges = amounts.map((amountCents, index) => ({
    attemptId: index + 1,
    userId: index === 1 ? BO : ANN,
    amountCents,
    leftCents: amountCents - sumOf(refunded, ({ attemptId }) => attemptId === index + 1),
    lostCents: 0,
    disputedCents: 0,
    ...disputes[index + 1],
  }));
  return {
    lines,
    charges,
    paid: paidParts(lines, charges),
    open: openParts(lines, charges, refunded),
    refunded,
  };
}

const refund = (orderLineId: number, attemptId: number, amountCents: number) => ({
  orderLineId,
  attemptId,
  amountCents,
});
const states = (money: Money, userId: number | undefined) =>
  money.lines.map(({ id }) => stateOfEntitlements(money, id, userId));

describe('what was bought', () => {
  test('ends for a member when all charges of that member have gone back', () => {
    const first = moneyOf([2000], [refund(1, 1, 1000)]);
    expect([states(first, ANN), states(first, BO)]).toEqual([['active'], ['active']]);
    const both = moneyOf([2000], [refund(1, 1, 1000), refund(1, 3, 500)]);
    expect([states(both, ANN), states(both, BO)]).toEqual([['ended'], ['active']]);
  });

  test('ends line by line, for each member with their own part of the line', () => {
    const money = moneyOf([1000, 1000], [refund(1, 1, 500), refund(1, 3, 250)]);
    expect([states(money, ANN), states(money, BO)]).toEqual([
      ['ended', 'active'],
      ['active', 'active'],
    ]);
    expect(states(moneyOf([1000, 1000], [refund(1, 1, 500), refund(1, 3, 249)]), ANN)).toEqual([
      'active',
      'active',
    ]);
  });

  test('for nothing ends with a refund of the same member that names it, or with all their money', () => {
    const named = moneyOf([2000, 0], [refund(1, 2, 100), refund(2, 2, 0)]);
    expect([states(named, ANN), states(named, BO)]).toEqual([
      ['active', 'active'],
      ['active', 'ended'],
    ]);
    expect(states(moneyOf([2000, 0], [refund(1, 2, 500)]), BO)).toEqual(['ended', 'ended']);
  });

  test('for less than a cent of the member ends when the line has gone back', () => {
    const totals = [1, 1999];
    const payer = moneyOf(totals).paid.find(({ orderLineId }) => orderLineId === 1)?.attemptId ?? 0;
    const other = payer === 2 ? ANN : BO;
    expect(states(moneyOf(totals), other)).toEqual(['active', 'active']);
    expect(states(moneyOf(totals, [refund(1, payer, 1)]), other)).toEqual(['ended', 'active']);
  });

  test.each([
    ['an open dispute', { disputedCents: 500 }, 'suspended'],
    ['a dispute that was lost with the whole charge', { lostCents: 500 }, 'ended'],
    ['a dispute that was lost with a part', { lostCents: 499 }, 'active'],
  ] as const)('is decided by %s for that member alone', (_name, dispute, state) => {
    const money = moneyOf([2000], [], { 2: dispute });
    expect([states(money, BO), states(money, ANN)]).toEqual([[state], ['active']]);
  });

  test('ends when one charge was lost and the other refunded', () => {
    const lost = { 3: { lostCents: 500 } };
    expect(states(moneyOf([2000], [], lost), ANN)).toEqual(['active']);
    expect(states(moneyOf([2000], [refund(1, 1, 1000)], lost), ANN)).toEqual(['ended']);
    expect(states(moneyOf([1000, 1000], [refund(1, 1, 500)], lost), ANN)).toEqual(['ended', 'active']);
  });

  test('without a charge is not decided', () => {
    expect(stateOfEntitlements(moneyOf([2000]), 1, 999)).toBeUndefined();
    expect(
      states(moneyOf([2000], [refund(1, 1, 1000), refund(1, 2, 500), refund(1, 3, 500)]), undefined),
    ).toEqual(['ended']);
  });
});
