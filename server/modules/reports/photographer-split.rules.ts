// What was paid for an album belongs to those who shot it, by the frames each has published in it, exact to the cent.

export type Share = { photographer: string | null; frames: number };

/** Largest remainders get the cents that are left; of equal ones the first by name. Nobody's frames: nobody's money. */
export function splitByFrames(amountCents: number, shares: readonly Share[]): Map<string | null, number> {
  const total = shares.reduce((sum, share) => sum + share.frames, 0);
  if (total === 0) return new Map([[null, amountCents]]);
  const [sign, amount] = [Math.sign(amountCents), Math.abs(amountCents)];
  const parts = shares.map(({ photographer, frames }) => {
    const cents = Math.floor((amount * frames) / total);
    return { photographer, cents, lost: amount * frames - cents * total };
  });
  const rest = amount - parts.reduce((sum, part) => sum + part.cents, 0);
  const nameOf = ({ photographer }: { photographer: string | null }) => photographer ?? '';
  parts.sort((a, b) => b.lost - a.lost || (nameOf(a) < nameOf(b) ? -1 : 1));
  for (const part of parts.slice(0, rest)) part.cents += 1;
  return new Map(parts.map(({ photographer, cents }) => [photographer, cents === 0 ? 0 : sign * cents]));
}

/** Of what is left after refunds; below zero it is owed back. */
export function commissionCents(netCents: number, rateBasisPoints: number): number {
  const commission = Math.round((Math.abs(netCents) * rateBasisPoints) / 10_000);
  return netCents < 0 ? 0 - commission : commission;
}
