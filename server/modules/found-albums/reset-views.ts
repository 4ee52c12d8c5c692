import type { UserFoundAlbum } from '#contract/entities/found-album.ts';
import type { TxContext } from '#server/context.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { clearViews, type FoundRow, findFound, listFound } from './found-albums.queries.ts';
import { type FoundAlbumsWorld, getFoundAlbum } from './my-albums.ts';

type World = Pick<TxContext, 'db'>;

/** Staff give a customer their views back. */
export async function resetViews(
  world: FoundAlbumsWorld,
  actor: Actor,
  foundId: number,
): Promise<UserFoundAlbum> {
  const before = await findFound(world.db, foundId);
  if (!before) throw new AppError('not_found');
  await giveBack(world, actor, before);
  return getFoundAlbum(world, foundId);
}

/** Of every album of theirs that was viewed; answers with how many that were. */
export async function resetAllViews(world: World, actor: Actor, userId: number): Promise<number> {
  const viewed = (await listFound(world.db, userId)).filter((found) => found.viewsUsed > 0);
  for (const found of viewed) await giveBack(world, actor, found);
  return viewed.length;
}

async function giveBack({ db }: World, actor: Actor, found: FoundRow): Promise<void> {
  const { id, userId, albumId, viewsUsed } = found;
  await clearViews(db, id);
  await recordAudit(db, {
    actorId: actor.userId,
    action: 'found-album.reset-views',
    subject: `found-album:${id}`,
    before: { userId, albumId, viewsUsed },
    after: { userId, albumId, viewsUsed: 0 },
  });
}
