import { roundCents, splitCents, sumCents } from '#contract/rules/money.ts';
import {
  type EntryToAllocate,
  isFee,
  type Part,
  type SplitOrder,
  splitShares,
  takenBack,
} from './split-shares.rules.ts';

// The parts of a ledger entry by line of its order and by photographer. They are fixed when the money moves, and add up
// to the entry.

type LineToPay = { id: number; totalCents: number; taxCents: number; discountCents: number };

export type OrderToAllocate = SplitOrder & {
  isPaid: boolean;
  lines: readonly LineToPay[];
  /** The lines that a refund names, by the provider's number of the refund. */
  refundLines: ReadonlyMap<string, readonly { lineId: number; amountCents: number }[]>;
  /** Charges that are refunded in full because their pool shares were given up. */
  returnedAttempts: ReadonlySet<number>;
};

/** `earlier` holds the parts of all earlier entries of the order. */
export function allocateEntry(
  entry: EntryToAllocate,
  order: OrderToAllocate,
  earlier: readonly Part[],
): Part[] {
  const weights = entry.kind === 'charge' ? layCharge(entry, order, earlier) : weigh(entry, order, earlier);
  const amounts = splitCents(
    entry.amountCents,
    order.lines.map((line) => weights.get(line.id) ?? 0),
  );
  return order.lines.flatMap((line, position) => {
    const amountCents = amounts[position] ?? 0;
    if (amountCents === 0) return [];
    return [partOf(entry, order, earlier, line, amountCents)];
  });
}

type Weights = ReadonlyMap<number, number>;

/** Fills the lines in order, each up to its total. Charges that go back in full fill them separately. */
function layCharge(entry: EntryToAllocate, order: OrderToAllocate, earlier: readonly Part[]): Weights {
  const isReturned = order.returnedAttempts.has(entry.attemptId);
  const paid = earlier.filter(
    (part) => part.entry.kind === 'charge' && order.returnedAttempts.has(part.entry.attemptId) === isReturned,
  );
  let left = entry.amountCents;
  const weights = new Map<number, number>();
  for (const line of order.lines) {
    const taken = Math.max(0, Math.min(left, line.totalCents - sumOf(paid, line.id)));
    if (taken > 0) weights.set(line.id, taken);
    left -= taken;
  }
  return left === 0 ? weights : totalsOf(order);
}

function weigh(entry: EntryToAllocate, order: OrderToAllocate, earlier: readonly Part[]): Weights {
  const own = earlier.filter((part) => part.entry.attemptId === entry.attemptId && !isFee(part.entry));
  const charged = own.filter((part) => part.entry.kind === 'charge');
  const named = order.refundLines.get(entry.externalId) ?? [];
  const candidates = [
    ...(isFee(entry) ? [] : [weightsOf(takenBack(entry, own))]),
    ...(entry.kind.startsWith('refund')
      ? [new Map(named.map((line) => [line.lineId, line.amountCents]))]
      : []),
    ...(isFee(entry) ? [] : [weightsOf(own)]),
    weightsOf(charged),
  ];
  return candidates.find((weights) => sumCents([...weights.values()]) > 0) ?? totalsOf(order);
}

function weightsOf(parts: readonly Part[]): Weights {
  const weights = new Map<number, number>();
  for (const { lineId, amountCents } of parts) weights.set(lineId, (weights.get(lineId) ?? 0) + amountCents);
  return new Map([...weights].map(([lineId, cents]) => [lineId, Math.max(0, cents)]));
}

function totalsOf({ lines }: OrderToAllocate): Weights {
  const isFree = lines.every((line) => line.totalCents === 0);
  return new Map(lines.map((line) => [line.id, isFree ? 1 : line.totalCents]));
}

const sumOf = (parts: readonly Part[], lineId: number) =>
  sumCents(parts.flatMap((part) => (part.lineId === lineId ? [part.amountCents] : [])));

function partOf(
  entry: EntryToAllocate,
  order: OrderToAllocate,
  earlier: readonly Part[],
  line: LineToPay,
  amountCents: number,
): Part {
  const onLine = earlier.filter((part) => part.lineId === line.id && !isFee(part.entry));
  const before = sumOf(onLine, line.id);
  const share = (key: 'taxCents' | 'discountCents') => {
    if (isFee(entry)) return 0;
    return portion(line[key], before + amountCents, line) - sumCents(onLine.map((part) => part[key]));
  };
  const taxCents = share('taxCents');
  return {
    entry,
    lineId: line.id,
    amountCents,
    taxCents,
    discountCents: share('discountCents'),
    sales: countSale(entry, order, onLine, line, before + amountCents),
    shares: splitShares(entry, order, onLine, { lineId: line.id, amountCents, taxCents }),
  };
}

/**
 * The tax or discount in the paid part of a line; computed from the sum, so that parts add up to the line's own. What goes
 * back twice, by a refund and a dispute, takes it once.
 */
function portion(cents: number, paidCents: number, { totalCents }: LineToPay): number {
  return totalCents === 0 ? 0 : roundCents((cents * Math.max(0, paidCents)) / totalCents);
}

/** A line is sold once, by the charge that completes it. A pool that fails after that has sold nothing. */
function countSale(
  { kind }: EntryToAllocate,
  { isPaid }: OrderToAllocate,
  onLine: readonly Part[],
  line: LineToPay,
  paidCents: number,
): number {
  const isCounted = sumCents(onLine.map((part) => part.sales)) > 0;
  if (kind === 'charge') return !isCounted && paidCents >= line.totalCents ? 1 : 0;
  return kind === 'refund' && isCounted && !isPaid ? -1 : 0;
}
