// What was paid for an album belongs to its photographers, in proportion to the photos each has published in it.

import { splitCents } from '#contract/rules/money.ts';

export type Share = { photographer: string | null; frames: number };

/** Money for an album without photos belongs to nobody. Equal remainders are settled by name. */
export function splitByFrames(amountCents: number, shares: readonly Share[]): Map<string | null, number> {
  if (shares.every((share) => share.frames === 0)) return new Map([[null, amountCents]]);
  const nameOf = ({ photographer }: Share) => photographer ?? '';
  const byName = [...shares].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  const parts = splitCents(
    amountCents,
    byName.map((share) => share.frames),
  );
  return new Map(byName.map(({ photographer }, position) => [photographer, parts[position] ?? 0]));
}
