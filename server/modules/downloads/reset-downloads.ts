import type { BulkAnswer } from '#contract/lists/list.ts';
import type { Tx } from '#server/context.ts';
import { actForBuyer, countReset } from '#server/modules/accounts/customer-access.ts';
import {
  type DownloadRight,
  findDownloadRight,
  giveDownloadsBack,
  type LockedRight,
  lockDownloadRights,
} from '#server/modules/orders/purchases.ts';
import { recordAudits } from '#server/platform/audit.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { answerForFound } from '#server/platform/lists/act-on-each.ts';

export async function resetDownloads(
  tx: Pick<Tx, 'db' | 'clock'>,
  actor: Actor,
  entitlementId: number,
): Promise<DownloadRight> {
  const right = await findDownloadRight(tx.db, entitlementId);
  if (!right || right.imageId !== null) throw new AppError('not_found');
  await actForBuyer(tx, actor, right.userId);
  await countReset(tx, actor, right.userId);
  await giveBack(tx, actor, await lockDownloadRights(tx.db, right.userId, [entitlementId]));
  return { ...right, downloadsUsed: 0 };
}

export async function resetChosenDownloads(
  tx: Pick<Tx, 'db' | 'clock'>,
  actor: Actor,
  { userId, entitlementIds }: { userId: number; entitlementIds: readonly number[] },
): Promise<BulkAnswer<number>> {
  await actForBuyer(tx, actor, userId);
  await countReset(tx, actor, userId);
  const chosen = await lockDownloadRights(tx.db, userId, entitlementIds);
  const downloaded = chosen.filter(({ downloadsUsed }) => downloadsUsed > 0);
  await giveBack(tx, actor, downloaded);
  return answerForFound(entitlementIds, chosen);
}

/** The rows must be locked, so that the audit log has exactly the downloads that were given back. */
async function giveBack({ db }: Pick<Tx, 'db'>, actor: Actor, rights: LockedRight[]): Promise<void> {
  await giveDownloadsBack(
    db,
    rights.map(({ id }) => id),
  );
  await recordAudits(
    db,
    rights.map(({ id, userId, albumId, downloadsUsed }) => ({
      actorId: actor.userId,
      action: 'downloads.reset',
      subject: `entitlement:${id}`,
      before: { userId, albumId, downloadsUsed },
      after: { userId, albumId, downloadsUsed: 0 },
    })),
  );
}
