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
 * amount to the same card, so that no charge is ever refunded more than it paid. The rest of a line, of which the
 * dashboard may have refunded a part, is split over what is left of the charges.
 */
export function planRefund(
  lines: readonly { id: number; totalCents: number }[],
  charges: readonly { attemptId: number; amountCents: number }[],
  earlier: readonly LinePart[],
): (Part & { orderLineId: number })[] {
  const latest = [
    ...new Map(earlier.map((part) => [`${part.orderLineId} ${part.attemptId}`, part])).values(),
  ];
  const returned = latest.filter((part) => !part.isLive);
  const counted = [...earlier.filter((part) => part.isLive), ...returned];
  const left = charges.map(({ attemptId, amountCents }) => {
    const own = counted.filter((part) => part.attemptId === attemptId);
    return { attemptId, leftCents: amountCents - sumOf(own) };
  });
  return lines.flatMap(({ id: orderLineId, totalCents }) => {
    const again = returned.filter((part) => part.orderLineId === orderLineId);
    const rest = splitRefund(totalCents - sumOf(counted.filter(isOf(orderLineId))), left);
    for (const part of rest) {
      const charge = left.find(({ attemptId }) => attemptId === part.attemptId);
      if (charge) charge.leftCents -= part.amountCents;
    }
    return charges.flatMap(({ attemptId }) => {
      const own = [...again, ...rest].filter((part) => part.attemptId === attemptId);
      return own.length > 0 ? [{ orderLineId, attemptId, amountCents: sumOf(own) }] : [];
    });
  });
}

/** Returns what is not refunded yet of each line; parts that failed do not count. */
export function openOfLines(
  lines: readonly { id: number; totalCents: number }[],
  earlier: readonly LinePart[],
): { id: number; openCents: number }[] {
  const live = earlier.filter((part) => part.isLive);
  return lines.map(({ id, totalCents }) => ({ id, openCents: totalCents - sumOf(live.filter(isOf(id))) }));
}

const sumOf = (parts: readonly { amountCents: number }[]) => sumCents(parts.map((part) => part.amountCents));
const isOf = (id: number) => (part: { orderLineId: number }) => part.orderLineId === id;
