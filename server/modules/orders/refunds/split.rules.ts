// A line of a pool was paid by several charges: what goes back is split over them, exact to the cent.

export type Charge = { attemptId: number; leftCents: number };
export type Part = { attemptId: number; amountCents: number };

/** In proportion to what is left of each charge, never more than that; together exactly the amount. */
export function splitRefund(amountCents: number, charges: readonly Charge[]): Part[] {
  const leftCents = charges.reduce((sum, charge) => sum + charge.leftCents, 0);
  if (amountCents > leftCents)
    throw new Error(`${amountCents} are to go back, and only ${leftCents} are left`);
  const shares = charges.map(({ attemptId, leftCents: own }) => {
    const exact = leftCents === 0 ? 0 : (amountCents * own) / leftCents;
    return { attemptId, amountCents: Math.floor(exact), own, lost: exact - Math.floor(exact) };
  });
  let rest = amountCents - shares.reduce((sum, share) => sum + share.amountCents, 0);
  for (const share of [...shares].sort((a, b) => b.lost - a.lost || a.attemptId - b.attemptId)) {
    if (rest === 0) break;
    if (share.amountCents === share.own) continue;
    share.amountCents += 1;
    rest -= 1;
  }
  return shares.flatMap(({ attemptId, amountCents: part }) =>
    part > 0 ? [{ attemptId, amountCents: part }] : [],
  );
}

export type LinePart = Part & { orderLineId: number; isLive: boolean };

/**
 * What is still to go back of each line, by charge. A part keeps its amount for ever: one that failed is given back
 * as it was, to the same card, and is not spread over the others.
 */
export function planRefund(
  lines: readonly { id: number; totalCents: number }[],
  charges: readonly { attemptId: number; amountCents: number }[],
  earlier: readonly LinePart[],
): (Part & { orderLineId: number })[] {
  const latest = new Map(earlier.map((part) => [`${part.orderLineId} ${part.attemptId}`, part]));
  const spoken = [...latest.values()];
  const left = charges.map(({ attemptId, amountCents }) => {
    const given = spoken.filter((part) => part.attemptId === attemptId);
    return { attemptId, leftCents: amountCents - given.reduce((sum, part) => sum + part.amountCents, 0) };
  });
  return lines.flatMap(({ id: orderLineId, totalCents }) => {
    const known = spoken.filter((part) => part.orderLineId === orderLineId);
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
