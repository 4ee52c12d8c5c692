import type { GuardianProof, MissingProof } from '#contract/rules/athletes.ts';
import type { Tx } from '#server/context.ts';
import { findProofs } from '#server/modules/accounts/find-people.ts';
import type { Purchases } from '#server/modules/catalogue/album-standing.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { AppError } from '#server/platform/errors.ts';

type GuardianTx = Pick<Tx, 'db' | 'log' | 'config'> & { purchases: Purchases };

/** Returns what a customer must still prove before faces are searched for them, or null. */
export async function findMissingProof(tx: GuardianTx, userId: number): Promise<MissingProof | null> {
  if (!tx.config.proofs.areRequired) return null;
  return (await missingProofs(tx, [userId])).get(userId) ?? null;
}

/** Returns the customers for whom faces may be searched. */
export async function keepProven(tx: GuardianTx, userIds: number[]): Promise<number[]> {
  if (!tx.config.proofs.areRequired) return userIds;
  const missing = await missingProofs(tx, userIds);
  return userIds.filter((userId) => missing.get(userId) === null);
}

/** Suspended and deleted accounts are left out, so they count as unproven for searches. */
async function missingProofs(
  tx: GuardianTx,
  userIds: number[],
): Promise<ReadonlyMap<number, MissingProof | null>> {
  const { guardian_proof: wanted } = await getSettings(tx);
  const payers = await tx.purchases.cardPayersAmong(tx.db, userIds);
  const proofs = await findProofs(tx, userIds);
  return new Map(
    proofs.map(({ userId, hasAddress, hasPhone }) => {
      const isGuardian = isProven(wanted, { hasPhone, hasCard: payers.has(userId) });
      return [userId, !hasAddress ? 'address' : isGuardian ? null : wanted];
    }),
  );
}

function isProven(wanted: GuardianProof, { hasPhone, hasCard }: { hasPhone: boolean; hasCard: boolean }) {
  return (hasPhone && wanted !== 'card') || (hasCard && wanted !== 'phone');
}

/** An athlete may be named before, but no face is looked at. */
export async function requireGuardian(tx: GuardianTx, userId: number): Promise<void> {
  const missing = await findMissingProof(tx, userId);
  if (missing === null) return;
  if (missing === 'address') throw new AppError('address_unproven');
  throw new AppError('guardian_unproven', { details: { accepts: missing } });
}
