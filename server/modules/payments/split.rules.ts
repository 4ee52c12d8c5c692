// The amount that each charge paid of each line, and the part that has not gone back yet. Several charges pay a line of
// a pool.

import { splitCents, sumCents } from '#contract/rules/money.ts';

/** The part of a line that one charge paid, or that a refund to its card gives back. */
export type Part = { orderLineId: number; attemptId: number; amountCents: number };
type Line = { id: number; totalCents: number };
/** `leftCents` is what no refund has given back. */
export type Charge = { attemptId: number; amountCents: number; leftCents: number };

/** Splits every line in proportion to the charges. The parts add up to the lines and to the charges. */
export function paidParts(lines: readonly Line[], charges: readonly Charge[]): Part[] {
  return fill(
    lines.map(({ id, totalCents }) => [id, totalCents]),
    new Map(charges.map(({ attemptId, amountCents }) => [attemptId, amountCents])),
  );
}

/**
 * Returns what is left of every part, however often parts of it were refunded, returned and refunded again. It is never
 * more than is left of the line or of the charge.
 */
export function openParts(
  lines: readonly Line[],
  charges: readonly Charge[],
  refunded: readonly Part[],
): Part[] {
  const ofLine = new Map(
    lines.map(({ id, totalCents }) => [
      id,
      totalCents - sumOf(refunded, ({ orderLineId }) => orderLineId === id),
    ]),
  );
  const ofCharge = new Map(charges.map(({ attemptId, leftCents }) => [attemptId, leftCents]));
  const own = paidParts(lines, charges).map((part) => {
    const back = sumOf(refunded, (one) => isSame(one, part));
    const [line = 0, charge = 0] = [ofLine.get(part.orderLineId), ofCharge.get(part.attemptId)];
    const amountCents = Math.max(0, Math.min(part.amountCents - back, line, charge));
    ofLine.set(part.orderLineId, line - amountCents);
    ofCharge.set(part.attemptId, charge - amountCents);
    return { ...part, amountCents };
  });
  // Refunds that were split by other rules, before these, leave a rest that fits no part.
  const rest = fill([...ofLine], ofCharge);
  return [...own, ...rest].reduce<Part[]>((merged, part) => {
    const known = merged.find((one) => isSame(one, part));
    if (known) known.amountCents += part.amountCents;
    else if (part.amountCents > 0) merged.push({ ...part });
    return merged;
  }, []);
}

/** Takes at most `amountCents` from the open parts, line by line and no more of a line than `wanted` names. */
export function takeParts(
  amountCents: number,
  wanted: readonly { orderLineId: number; amountCents: number }[],
  open: readonly Part[],
): { orderLineId: number; amountCents: number }[] {
  let left = amountCents;
  return wanted.map((line) => {
    const openCents = sumOf(open, ({ orderLineId }) => orderLineId === line.orderLineId);
    const taken = Math.min(left, line.amountCents, openCents);
    left -= taken;
    return { orderLineId: line.orderLineId, amountCents: taken };
  });
}

/**
 * Splits an amount in proportion to what is open and leaves a cent of every part. `parts` is missing if the amount is more
 * than `maxCents`.
 */
export function keepOneCentEach(
  amountCents: number,
  open: readonly Part[],
): { parts: Part[] | undefined; maxCents: number } {
  const weights = open.map((part) => Math.max(0, part.amountCents - 1));
  const maxCents = sumCents(weights);
  if (amountCents > maxCents) return { parts: undefined, maxCents };
  const amounts = splitCents(amountCents, weights);
  const parts = open.map((part, position) => ({ ...part, amountCents: amounts[position] ?? 0 }));
  return { parts: parts.filter((part) => part.amountCents > 0), maxCents };
}

export function sumOf(parts: readonly Part[], belongs: (part: Part) => boolean): number {
  return sumCents(parts.filter(belongs).map((part) => part.amountCents));
}

const isSame = (one: Part, other: Part) =>
  one.orderLineId === other.orderLineId && one.attemptId === other.attemptId;

/** Fills the lines one after the other, each in proportion to what the charges still have. */
function fill(lines: readonly (readonly [number, number])[], charges: ReadonlyMap<number, number>): Part[] {
  const left = new Map(charges);
  return lines.flatMap(([orderLineId, cents]) => {
    const weights = [...left.values()].map((value) => Math.max(0, value));
    const amounts = splitCents(Math.max(0, Math.min(cents, sumCents(weights))), weights);
    return [...left].flatMap(([attemptId, value], position) => {
      const amountCents = amounts[position] ?? 0;
      if (amountCents === 0) return [];
      left.set(attemptId, value - amountCents);
      return [{ orderLineId, attemptId, amountCents }];
    });
  });
}
