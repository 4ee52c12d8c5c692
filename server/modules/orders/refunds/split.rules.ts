// A line of a pool was paid by several charges, so its refund is split over them.

import { splitCents, sumCents } from '#contract/rules/money.ts';

export type Charge = { attemptId: number; leftCents: number };
export type Part = { attemptId: number; amountCents: number };

/** Splits a refund in proportion to what is left of each charge. */
export function splitRefund(amountCents: number, charges: readonly Charge[]): Part[] {
  const left = charges.map((charge) => charge.leftCents);
  if (amountCents > sumCents(left)) {
    throw new Error(`cannot refund ${amountCents} cents: only ${sumCents(left)} are left`);
  }
  const parts = splitCents(amountCents, left);
  return charges
    .map(({ attemptId }, position) => ({ attemptId, amountCents: parts[position] ?? 0 }))
    .filter((part) => part.amountCents > 0);
}

export type LinePart = Part & { orderLineId: number; isLive: boolean };

/**
 * Plans what remains to be refunded of each line, by charge. A part that failed is refunded again with the same
 * amount to the same card, so that no charge is ever refunded more than it paid.
 */
export function planRefund(
  lines: readonly { id: number; totalCents: number }[],
  charges: readonly { attemptId: number; amountCents: number }[],
  earlier: readonly LinePart[],
): (Part & { orderLineId: number })[] {
  const latest = new Map(earlier.map((part) => [`${part.orderLineId} ${part.attemptId}`, part]));
  const planned = [...latest.values()];
  const left = charges.map(({ attemptId, amountCents }) => {
    const own = planned.filter((part) => part.attemptId === attemptId);
    return { attemptId, leftCents: amountCents - sumCents(own.map((part) => part.amountCents)) };
  });
  return lines.flatMap(({ id: orderLineId, totalCents }) => {
    const known = planned.filter((part) => part.orderLineId === orderLineId);
    if (known.length > 0) {
      return known.flatMap(({ attemptId, amountCents, isLive }) =>
        isLive ? [] : [{ orderLineId, attemptId, amountCents }],
      );
    }
    const parts = splitRefund(totalCents, left);
    for (const part of parts) {
      const charge = left.find(({ attemptId }) => attemptId === part.attemptId);
      if (charge) charge.leftCents -= part.amountCents;
    }
    return parts.map((part) => ({ orderLineId, ...part }));
  });
}
