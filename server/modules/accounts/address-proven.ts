import type { Tx } from '#server/context.ts';

export function isAddressProven(
  { proofs }: Pick<Tx['config'], 'proofs'>,
  { emailProvenAt }: { emailProvenAt: string | null },
): boolean {
  return emailProvenAt !== null || !proofs.areRequired;
}
