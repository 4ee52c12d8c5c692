import { roundCents, splitCents, sumCents } from '#contract/rules/money.ts';

// The photographers' shares of a line, fixed when the money moves.

export type EntryToAllocate = {
  id: number;
  kind: string;
  attemptId: number;
  externalId: string;
  amountCents: number;
};

/** `taxCents` is the sales tax in the amount, which is nobody's earnings. `earnedCents` is what the photographer gets. */
type ShareAmount = {
  photographer: string | null;
  photos: number;
  amountCents: number;
  taxCents: number;
  rateBasisPoints: number;
  earnedCents: number;
};

/** The part of an entry that falls on one order line. */
export type Part = {
  entry: EntryToAllocate;
  lineId: number;
  amountCents: number;
  taxCents: number;
  discountCents: number;
  sales: number;
  shares: ShareAmount[];
};

export type SplitOrder = {
  photosOf: (lineId: number) => readonly Share[];
  /** The rate of a new sale. */
  rateOf: (lineId: number, photographer: string | null) => number;
};

/** The kinds that a positive entry takes back. */
const TAKES_BACK: Record<string, string> = { refund_failed: 'refund', dispute_won: 'dispute' };

export const isFee = ({ kind }: Pick<EntryToAllocate, 'kind'>): boolean => kind.endsWith('fee');

/** The parts that this entry reverses: those with the same number at the provider, or else all of the kind. */
export function takenBack(entry: EntryToAllocate, own: readonly Part[]): Part[] {
  const kind = TAKES_BACK[entry.kind];
  if (kind === undefined) return [];
  const pair = own.filter((part) => part.entry.kind === kind || part.entry.kind === entry.kind);
  const same = pair.filter((part) => part.entry.externalId === entry.externalId);
  return (same.length > 0 ? same : pair).map((part) => ({ ...part, amountCents: 0 - part.amountCents }));
}

/**
 * Splits a charge by the photos of each photographer, and its tax in proportion. Refunds and disputes are split like the
 * charge they belong to, so that whoever is refunded in full has no tax left either.
 */
export function splitShares(
  entry: EntryToAllocate,
  order: SplitOrder,
  onLine: readonly Part[],
  { lineId, amountCents, taxCents }: Pick<Part, 'lineId' | 'amountCents' | 'taxCents'>,
): ShareAmount[] {
  const photos = new Map(order.photosOf(lineId).map((share) => [share.photographer, share.frames]));
  if (entry.kind === 'charge') {
    const parts = splitByPhotos(amountCents, order.photosOf(lineId));
    const taxes = splitCents(taxCents, [...parts.values()]);
    return [...parts].map(([photographer, cents], position) => {
      const ownTax = taxes[position] ?? 0;
      const rateBasisPoints = order.rateOf(lineId, photographer);
      return {
        photographer,
        photos: photos.get(photographer) ?? 0,
        amountCents: cents,
        taxCents: ownTax,
        rateBasisPoints,
        earnedCents: commissionCents(cents - ownTax, rateBasisPoints),
      };
    });
  }
  const charged = onLine.filter((part) => part.entry.kind === 'charge');
  const ofAttempt = onLine.filter((part) => part.entry.attemptId === entry.attemptId);
  const back = takenBack(entry, ofAttempt).map((part) => ({
    ...part,
    shares: part.shares.map((share) => ({
      ...share,
      amountCents: 0 - share.amountCents,
      taxCents: 0 - share.taxCents,
    })),
  }));
  for (const parts of [back, isFee(entry) ? [] : onLine, charged]) {
    const known = Map.groupBy(
      parts.flatMap((part) => part.shares),
      (share) => share.photographer,
    );
    const names = [...known.keys()];
    const sumsOf = (cents: (share: ShareAmount) => number) =>
      names.map((name) => Math.max(0, sumCents((known.get(name) ?? []).map(cents))));
    const weights = sumsOf((share) => share.amountCents);
    if (sumCents(weights) === 0) continue;
    const amounts = splitCents(amountCents, weights);
    const taxed = sumsOf((share) => share.taxCents);
    const taxes = splitCents(taxCents, sumCents(taxed) === 0 ? weights : taxed);
    return names.map((photographer, position) => {
      const own = { amountCents: amounts[position] ?? 0, taxCents: taxes[position] ?? 0 };
      return {
        photographer,
        photos: Math.max(...(known.get(photographer) ?? []).map((share) => share.photos)),
        ...own,
        ...(isFee(entry)
          ? { rateBasisPoints: 0, earnedCents: 0 }
          : earnedAfter(own, sharesOf(charged, photographer), sharesOf(onLine, photographer))),
      };
    });
  }
  const rateBasisPoints = order.rateOf(lineId, null);
  const earnedCents = isFee(entry) ? 0 : commissionCents(amountCents - taxCents, rateBasisPoints);
  return [{ photographer: null, photos: 0, amountCents, taxCents, rateBasisPoints, earnedCents }];
}

const sharesOf = (parts: readonly Part[], photographer: string | null) =>
  parts.flatMap((part) => part.shares).filter((share) => share.photographer === photographer);

const netOf = ({ amountCents, taxCents }: Pick<ShareAmount, 'amountCents' | 'taxCents'>) =>
  amountCents - taxCents;

/**
 * Money that goes back takes what it had earned, at the rate of its sale. Computed from the sums, so that a sale that goes
 * back in any number of steps, or twice, leaves nothing.
 */
function earnedAfter(
  share: Pick<ShareAmount, 'amountCents' | 'taxCents'>,
  charged: readonly ShareAmount[],
  before: readonly ShareAmount[],
): Pick<ShareAmount, 'rateBasisPoints' | 'earnedCents'> {
  const chargedNet = sumCents(charged.map(netOf));
  const left = Math.max(0, sumCents(before.map(netOf)) + netOf(share));
  const earned = sumCents(charged.map(({ earnedCents }) => earnedCents));
  const due = chargedNet === 0 ? 0 : roundCents((earned * left) / chargedNet);
  return {
    rateBasisPoints: charged.at(-1)?.rateBasisPoints ?? 0,
    earnedCents: due - sumCents(before.map(({ earnedCents }) => earnedCents)),
  };
}

/** A negative commission is owed back. */
export function commissionCents(netCents: number, rateBasisPoints: number): number {
  return roundCents((netCents * rateBasisPoints) / 10_000);
}

// Photographers share an album's price in proportion to their published photos in it.

export type Share = { photographer: string | null; frames: number };

/** Money for an album without photos belongs to nobody. Equal remainders are settled by name. */
export function splitByPhotos(amountCents: number, shares: readonly Share[]): Map<string | null, number> {
  if (shares.every((share) => share.frames === 0)) return new Map([[null, amountCents]]);
  const nameOf = ({ photographer }: Share) => photographer ?? '';
  const byName = [...shares].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  const frames = byName.map((share) => share.frames);
  const parts = splitCents(amountCents, frames);
  return new Map(byName.map(({ photographer }, position) => [photographer, parts[position] ?? 0]));
}
