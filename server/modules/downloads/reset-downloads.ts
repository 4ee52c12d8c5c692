import type { Tx } from '#server/context.ts';
import {
  type DownloadRight,
  findDownloadRight,
  giveDownloadsBack,
  type LockedRight,
  lockDownloadRights,
} from '#server/modules/orders/order/download-rights.ts';
import { recordAudits } from '#server/platform/audit.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';

type World = Pick<Tx, 'db'>;

/** Staff give a customer their downloads back. */
export async function resetDownloads(
  world: World,
  actor: Actor,
  entitlementId: number,
): Promise<DownloadRight> {
  const right = await findDownloadRight(world.db, entitlementId);
  if (!right || right.imageId !== null) throw new AppError('not_found');
  await giveBack(world, actor, await lockDownloadRights(world.db, right.userId, [entitlementId]));
  return { ...right, downloadsUsed: 0 };
}

/** Of these albums, all of them theirs; answers with how many were downloaded. */
export async function resetChosenDownloads(
  world: World,
  actor: Actor,
  userId: number,
  entitlementIds: readonly number[],
): Promise<number> {
  const wanted = [...new Set(entitlementIds)];
  const chosen = await lockDownloadRights(world.db, userId, wanted);
  if (chosen.length < wanted.length) throw new AppError('not_found');
  const downloaded = chosen.filter(({ downloadsUsed }) => downloadsUsed > 0);
  await giveBack(world, actor, downloaded);
  return downloaded.length;
}

/** With the rights locked: what is on record is what was given back, though a download end at this moment. */
async function giveBack({ db }: World, actor: Actor, rights: LockedRight[]): Promise<void> {
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
