import type { TxContext } from '#server/context.ts';
import {
  type DownloadRight,
  findDownloadRight,
  giveDownloadsBack,
} from '#server/modules/orders/download-rights.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';

/** Staff give a customer their downloads back. */
export async function resetDownloads(
  { db }: Pick<TxContext, 'db'>,
  actor: Actor,
  entitlementId: number,
): Promise<DownloadRight> {
  const before = await findDownloadRight(db, entitlementId);
  if (!before || before.imageId !== null) throw new AppError('not_found');
  await giveDownloadsBack(db, entitlementId);
  await recordAudit(db, {
    actorId: actor.userId,
    action: 'downloads.reset',
    subject: `entitlement:${entitlementId}`,
    before: { userId: before.userId, albumId: before.albumId, downloadsUsed: before.downloadsUsed },
    after: { userId: before.userId, albumId: before.albumId, downloadsUsed: 0 },
  });
  return { ...before, downloadsUsed: 0 };
}
