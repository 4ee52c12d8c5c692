import { describe, expect, test } from 'vitest';
import { sumCents } from '#contract/rules/money.ts';
import { createRandom } from '#server/testing/chaos.ts';
import { type RulePart, type ShareRule, type SoldLine, splitByRules } from './split-rules.rules.ts';

const rule = (id: number, fields: Partial<ShareRule>): ShareRule => ({
  id,
  payeeId: id,
  basisPoints: null,
  cents: null,
  basis: 'net_of_tax',
  ...fields,
});

let nextId = 0;
function line(kind: string, amountCents: number, fields: Partial<SoldLine> = {}): SoldLine {
  nextId += 1;
  const sales = kind === 'charge' ? 1 : 0;
  return {
    id: nextId,
    attemptId: 1,
    kind,
    amountCents,
    taxCents: 0,
    sales,
    photographersCents: 0,
    ...fields,
  };
}

/** Books the lines one after the other, as the ledger does. */
function book(lines: readonly SoldLine[], rules: readonly ShareRule[]): RulePart[] {
  const parts: RulePart[] = [];
  for (const [position, one] of lines.entries()) {
    const before = lines.slice(0, position);
    const paid = rules.filter(({ id }) => parts.some(({ ruleId }) => ruleId === id));
    parts.push(...splitByRules(one, one.kind === 'charge' ? rules : paid, before, parts));
  }
  return parts;
}

const sumOf = (parts: readonly RulePart[], payeeId: number) =>
  sumCents(parts.filter((part) => part.payeeId === payeeId).map(({ amountCents }) => amountCents));

describe('a share rule', () => {
  test('pays its percentage of a sale without the tax, rounded half up', () => {
    const parts = book([line('charge', 2_159, { taxCents: 164 })], [rule(1, { basisPoints: 1_000 })]);
    expect(parts.map(({ amountCents }) => amountCents)).toEqual([200]);
  });

  test('pays a fixed amount for each item that is sold, and nothing for a charge that completes none', () => {
    const rules = [rule(1, { cents: 150 })];
    expect(sumOf(book([line('charge', 1_995)], rules), 1)).toBe(150);
    expect(sumOf(book([line('charge', 500, { sales: 0 })], rules), 1)).toBe(0);
  });

  test('takes back in proportion, and a refund in any number of steps leaves nothing', () => {
    const rules = [rule(1, { basisPoints: 1_250 }), rule(2, { cents: 99 })];
    const sale = [line('charge', 1_995), line('refund', -333)];
    const half = book(sale, rules);
    expect(sumOf(half, 1)).toBe(207);
    const all = book([...sale, line('refund', -661), line('refund', -1_001)], rules);
    expect([sumOf(all, 1), sumOf(all, 2)]).toEqual([0, 0]);
  });

  test('pays again when a dispute is won', () => {
    const lines = [line('charge', 1_995), line('dispute', -1_995), line('dispute_won', 1_995)];
    expect(book(lines, [rule(1, { basisPoints: 1_000 })]).map(({ amountCents }) => amountCents)).toEqual([
      200, -200, 200,
    ]);
  });

  test('after fees shares the fee of the card, and is never below zero for a sale that went back', () => {
    const rules = [rule(1, { basisPoints: 1_000, basis: 'net_of_fees' })];
    const sale = [line('charge', 1_995), line('fee', -88)];
    expect(sumOf(book(sale, rules), 1)).toBe(191);
    expect(sumOf(book([...sale, line('refund', -1_995)], rules), 1)).toBe(0);
    expect(sumOf(book(sale, [rule(1, { basisPoints: 1_000 })]), 1)).toBe(200);
  });

  test('made last gives way where the parts would be more than the sale', () => {
    const sold = [line('charge', 100, { photographersCents: 70 })];
    const parts = book(sold, [rule(1, { basisPoints: 2_000 }), rule(2, { cents: 50 })]);
    expect([sumOf(parts, 1), sumOf(parts, 2)]).toEqual([20, 10]);
  });

  test('counts for each payment of a group order by itself', () => {
    const [old, later] = [rule(1, { basisPoints: 1_000 }), rule(2, { basisPoints: 2_000, payeeId: 1 })];
    const [first, second] = [line('charge', 1_000, { sales: 0 }), line('charge', 1_000, { attemptId: 2 })];
    const parts = splitByRules(first, [old], [], []);
    parts.push(...splitByRules(second, [later], [first], parts));
    expect(sumOf(parts, 1)).toBe(300);
    parts.push(...splitByRules(line('refund', -1_000), [old], [first, second], parts));
    expect(sumOf(parts, 1)).toBe(200);
  });
});

test('whatever is sold and goes back, no part is negative and all parts together never exceed what is left', () => {
  const random = createRandom();
  const pick = (most: number) => Math.floor(random() * (most + 1));
  for (let round = 0; round < 400; round += 1) {
    const rules = Array.from({ length: pick(4) }, (_, index) =>
      rule(index + 1, {
        ...(random() < 0.7 ? { basisPoints: pick(4_000) } : { cents: pick(900) }),
        basis: random() < 0.5 ? 'net_of_tax' : 'net_of_fees',
      }),
    );
    const rate = random();
    const [amount, parts]: [number, RulePart[]] = [1 + pick(5_000), []];
    const tax = pick(Math.floor(amount / 5));
    const lines: SoldLine[] = [];
    let [left, leftTax, earned] = [0, 0, 0];
    const add = (kind: string, cents: number, taxCents: number) => {
      left += cents;
      leftTax += taxCents;
      const photographersCents = Math.round((left - leftTax) * rate) - earned;
      earned += photographersCents;
      const next = line(kind, cents, { taxCents, photographersCents });
      const paid = rules.filter(({ id }) => parts.some(({ ruleId }) => ruleId === id));
      parts.push(...splitByRules(next, kind === 'charge' ? rules : paid, lines, parts));
      lines.push(next);
      const sums = rules.map(({ payeeId }) => sumOf(parts, payeeId));
      expect(Math.min(0, ...sums)).toBe(0);
      expect(sumCents(sums) + earned).toBeLessThanOrEqual(Math.max(0, left - leftTax));
    };
    add('charge', amount, tax);
    if (random() < 0.6) {
      const fee = line('fee', -30 - pick(100));
      parts.push(...splitByRules(fee, rules, lines, parts));
      lines.push(fee);
    }
    while (left > 0 && random() < 0.8) {
      const back = 1 + pick(left - 1);
      add('refund', -back, back === left ? -leftTax : -Math.round((leftTax * back) / left));
    }
    if (left === 0) expect(rules.map(({ payeeId }) => sumOf(parts, payeeId))).toEqual(rules.map(() => 0));
  }
});
