import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sumCents } from '#contract/rules/money.ts';
import { allocateEntry, type OrderToAllocate } from './allocate.rules.ts';
import type { EntryToAllocate, Part } from './split-shares.rules.ts';

const lines = [
  { id: 1, totalCents: 1000, taxCents: 77, discountCents: 30 },
  { id: 2, totalCents: 501, taxCents: 33, discountCents: 0 },
];
const photos: Record<number, { photographer: string | null; frames: number }[]> = {
  1: [
    { photographer: 'Ana', frames: 2 },
    { photographer: 'Ben', frames: 1 },
  ],
  2: [],
};

const orderOf = (change: Partial<OrderToAllocate> = {}): OrderToAllocate => ({
  isPaid: true,
  lines,
  refundLines: new Map(),
  returnedAttempts: new Set(),
  photosOf: (lineId) => photos[lineId] ?? [],
  rateOf: () => 3_000,
  ...change,
});

let lastId = 0;
const entryOf = (
  kind: string,
  amountCents: number,
  change: Partial<EntryToAllocate> = {},
): EntryToAllocate => ({
  id: ++lastId,
  kind,
  attemptId: 1,
  externalId: `x${lastId}`,
  amountCents,
  ...change,
});

function allocateAll(entries: EntryToAllocate[], order = orderOf()): Part[] {
  const parts: Part[] = [];
  for (const entry of entries) parts.push(...allocateEntry(entry, order, parts));
  return parts;
}

const amountsOf = (parts: Part[], entry: EntryToAllocate) =>
  Object.fromEntries(
    parts.filter((part) => part.entry === entry).map((part) => [part.lineId, part.amountCents]),
  );
const sharesOf = (parts: Part[], lineId: number) => {
  const sums = new Map<string | null, number>();
  for (const share of parts.filter((part) => part.lineId === lineId).flatMap((part) => part.shares)) {
    sums.set(share.photographer, (sums.get(share.photographer) ?? 0) + share.amountCents);
  }
  return Object.fromEntries(sums);
};

const earnedOf = (parts: Part[]) => {
  const shares = parts.flatMap((part) => part.shares);
  const byName = Map.groupBy(shares, ({ photographer }) => String(photographer));
  return Object.fromEntries(
    [...byName].map(([name, own]) => [name, sumCents(own.map(({ earnedCents }) => earnedCents))]),
  );
};

describe('a charge', () => {
  test('fills the lines in order, so that the charges of a pool give each line its total', () => {
    const charges = [
      entryOf('charge', 429, { attemptId: 1 }),
      entryOf('charge', 643, { attemptId: 2 }),
      entryOf('charge', 429, { attemptId: 3 }),
    ];
    const parts = allocateAll(charges);
    expect(charges.map((charge) => amountsOf(parts, charge))).toEqual([
      { 1: 429 },
      { 1: 571, 2: 72 },
      { 2: 429 },
    ]);
    expect(sumCents(parts.map((part) => part.taxCents))).toBe(110);
    expect(sumCents(parts.map((part) => part.discountCents))).toBe(30);
    expect(parts.filter((part) => part.sales === 1).map((part) => part.lineId)).toEqual([1, 2]);
  });

  test('that goes back because its shares were given up takes no place from the others', () => {
    const [returned, kept] = [entryOf('charge', 600, { attemptId: 9 }), entryOf('charge', 1501)];
    const parts = allocateAll([returned, kept], orderOf({ returnedAttempts: new Set([9]) }));
    expect(amountsOf(parts, kept)).toEqual({ 1: 1000, 2: 501 });
  });

  test('belongs to the photographers of its photos, or to nobody', () => {
    const parts = allocateAll([entryOf('charge', 1501)]);
    expect(sharesOf(parts, 1)).toEqual({ Ana: 667, Ben: 333 });
    expect(sharesOf(parts, 2)).toEqual({ null: 501 });
  });
});

describe('what goes back', () => {
  test('takes the commission of its sale, whatever the rate is now', () => {
    const parts = allocateAll([entryOf('charge', 1501)]);
    expect(earnedOf(parts)).toEqual({ Ana: 185, Ben: 92, null: 140 });
    const cheap = orderOf({ rateOf: () => 1_000 });
    parts.push(...allocateEntry(entryOf('refund', -1501), cheap, parts));
    expect(earnedOf(parts)).toEqual({ Ana: 0, Ben: 0, null: 0 });
    parts.push(...allocateEntry(entryOf('charge', 1501, { attemptId: 2 }), cheap, parts));
    expect(earnedOf(parts)).toEqual({ Ana: 62, Ben: 31, null: 47 });
    parts.push(...allocateEntry(entryOf('fee', -40, { attemptId: 2 }), cheap, parts));
    expect(earnedOf(parts)).toEqual({ Ana: 62, Ben: 31, null: 47 });
  });

  test('follows the lines that the refund names', () => {
    const refund = entryOf('refund', -501, { externalId: 're_1' });
    const refundLines = new Map([['re_1', [{ lineId: 2, amountCents: 501 }]]]);
    const parts = allocateAll([entryOf('charge', 1501), refund], orderOf({ refundLines }));
    expect(amountsOf(parts, refund)).toEqual({ 2: -501 });
  });

  test('follows the charge if no line is named, even if the photos have moved since', () => {
    const charge = entryOf('charge', 1501);
    const parts = allocateAll([charge]);
    const moved = orderOf({ photosOf: () => [{ photographer: 'Eve', frames: 100 }] });
    const refund = entryOf('refund', -1501);
    parts.push(...allocateEntry(refund, moved, parts));
    expect(amountsOf(parts, refund)).toEqual({ 1: -1000, 2: -501 });
    expect(sharesOf(parts, 1)).toEqual({ Ana: 0, Ben: 0 });
    expect(sumCents(parts.map((part) => part.taxCents))).toBe(0);
  });

  test('and returns again is taken from where it went', () => {
    const refund = entryOf('refund', -700, { externalId: 're_2' });
    const failed = entryOf('refund_failed', 700, { externalId: 're_2' });
    const parts = allocateAll([entryOf('charge', 1501), refund, failed]);
    const [sent, back] = [amountsOf(parts, refund), amountsOf(parts, failed)];
    expect(back).toEqual(Object.fromEntries(Object.entries(sent).map(([line, cents]) => [line, 0 - cents])));
    expect(sharesOf(parts, 1)).toEqual({ Ana: 667, Ben: 333 });
  });

  test('by a refund and a dispute takes tax and commission once', () => {
    const parts = allocateAll([
      entryOf('charge', 1501),
      entryOf('refund', -1501),
      entryOf('dispute', -1501, { externalId: 'du_1' }),
    ]);
    expect(parts.reduce((sum, { taxCents }) => sum + taxCents, 0)).toBe(0);
    expect(earnedOf(parts)).toEqual({ Ana: 0, Ben: 0, null: 0 });
    const won = entryOf('dispute_won', 1501, { externalId: 'du_1' });
    // A release before this one took the tax twice, and gives it back.
    const earlier = parts.map((part) => (part.entry.kind === 'dispute' ? { ...part, taxCents: -55 } : part));
    for (const [booked, taxCents] of [
      [parts, 0],
      [earlier, 110],
    ] as const) {
      const back = allocateEntry(won, orderOf(), booked);
      expect(sumCents(back.map((part) => part.taxCents))).toBe(taxCents);
      expect(earnedOf([...parts, ...back])).toEqual({ Ana: 0, Ben: 0, null: 0 });
    }
  });

  test('from a pool that failed counts no sale', () => {
    const parts = allocateAll(
      [entryOf('charge', 1501), entryOf('refund', -1501)],
      orderOf({ isPaid: false }),
    );
    expect(sumCents(parts.map((part) => part.sales))).toBe(0);
  });
});

test('sales tax is split like the amount, and refunds in any number of steps leave no tax or commission with anyone', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 8 }), (amounts) => {
      const charge = entryOf('charge', 1501);
      const parts = allocateAll([charge]);
      expect(parts.flatMap((part) => part.shares.map(({ taxCents }) => taxCents))).toEqual([51, 26, 33]);
      let left = 1501;
      for (const cents of [...amounts, 1501]) {
        const amount = Math.min(cents, left);
        left -= amount;
        // The rate has changed since the sale.
        const order = orderOf({ rateOf: () => 1_234 });
        if (amount > 0) parts.push(...allocateEntry(entryOf('refund', -amount), order, parts));
      }
      for (const lineId of [1, 2]) {
        const shares = parts.filter((part) => part.lineId === lineId).flatMap((part) => part.shares);
        for (const own of Map.groupBy(shares, ({ photographer }) => photographer).values()) {
          expect(sumCents(own.map(({ amountCents }) => amountCents))).toBe(0);
          expect(sumCents(own.map(({ taxCents }) => taxCents))).toBe(0);
          expect(sumCents(own.map(({ earnedCents }) => earnedCents))).toBe(0);
        }
      }
    }),
  );
});

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom(
      'charge',
      'refund',
      'refund_failed',
      'dispute',
      'dispute_won',
      'fee',
      'dispute_fee',
    ),
    amount: fc.integer({ min: 1, max: 3_000 }),
    attemptId: fc.integer({ min: 1, max: 3 }),
    externalId: fc.constantFrom('a', 'b', 'c'),
  }),
  { minLength: 1, maxLength: 12 },
);

test('whatever happens in whatever order, parts and shares add up to the entry', () => {
  fc.assert(
    fc.property(steps, (sequence) => {
      const entries = sequence.map(({ kind, amount, ...rest }) => {
        const isIn = ['charge', 'refund_failed', 'dispute_won'].includes(kind);
        return entryOf(kind, isIn ? amount : -amount, rest);
      });
      const parts = allocateAll(entries);
      for (const entry of entries) {
        const own = parts.filter((part) => part.entry === entry);
        expect(sumCents(own.map((part) => part.amountCents))).toBe(entry.amountCents);
        expect(new Set(own.map((part) => part.lineId)).size).toBe(own.length);
        for (const part of own) {
          expect(sumCents(part.shares.map((share) => share.amountCents))).toBe(part.amountCents);
          expect(sumCents(part.shares.map((share) => share.taxCents))).toBe(part.taxCents);
        }
      }
    }),
  );
});
