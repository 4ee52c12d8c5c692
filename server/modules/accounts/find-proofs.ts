import type { Config } from '#server/platform/config.ts';
import type { Db } from '#server/platform/database.ts';
import { listProofs } from './accounts.queries.ts';
import { isAddressProven } from './address-proven.ts';

export type Proofs = { userId: number; hasAddress: boolean; hasPhone: boolean };

/** Leaves out suspended and deleted accounts. */
export async function findProofs(
  { db, config }: { db: Db; config: Pick<Config, 'proofs'> },
  userIds: number[],
): Promise<Proofs[]> {
  const users = userIds.length > 0 ? await listProofs(db, userIds) : [];
  return users.map((user) => ({
    userId: user.id,
    hasAddress: isAddressProven(config, user),
    hasPhone: user.phoneVerifiedAt !== null,
  }));
}
