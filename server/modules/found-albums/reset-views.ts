import type { UserFoundAlbum } from '#contract/entities/found-album.ts';
import type { Tx } from '#server/context.ts';
import { recordAudits } from '#server/platform/audit.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { clearViews, findFound, type LockedFound, lockFound } from './found-albums.queries.ts';
import { type FoundAlbumsWorld, getFoundAlbum } from './my-albums.ts';

type World = Pick<Tx, 'db'>;

/** Staff give a customer their views back. */
export async function resetViews(
  world: FoundAlbumsWorld,
  actor: Actor,
  foundId: number,
): Promise<UserFoundAlbum> {
  const found = await findFound(world.db, foundId);
  if (!found) throw new AppError('not_found');
  await giveBack(world, actor, await lockFound(world.db, found.userId, [foundId]));
  return getFoundAlbum(world, foundId);
}

/** Of every album of theirs that was viewed; answers with how many that were. */
export async function resetAllViews(world: World, actor: Actor, userId: number): Promise<number> {
  return giveBackViewed(world, actor, await lockFound(world.db, userId));
}

/** Of these albums, all of them theirs; answers with how many were viewed. */
export async function resetChosenViews(
  world: World,
  actor: Actor,
  userId: number,
  foundIds: readonly number[],
): Promise<number> {
  const wanted = [...new Set(foundIds)];
  const chosen = await lockFound(world.db, userId, wanted);
  if (chosen.length < wanted.length) throw new AppError('not_found');
  return giveBackViewed(world, actor, chosen);
}

async function giveBackViewed(world: World, actor: Actor, rows: LockedFound[]): Promise<number> {
  const viewed = rows.filter((found) => found.viewsUsed > 0);
  await giveBack(world, actor, viewed);
  return viewed.length;
}

/** With the rows locked: what is on record is what was taken back, though the customer look at this moment. */
async function giveBack({ db }: World, actor: Actor, rows: LockedFound[]): Promise<void> {
  await clearViews(
    db,
    rows.map(({ id }) => id),
  );
  await recordAudits(
    db,
    rows.map(({ id, userId, albumId, viewsUsed }) => ({
      actorId: actor.userId,
      action: 'found-album.reset-views',
      subject: `found-album:${id}`,
      before: { userId, albumId, viewsUsed },
      after: { userId, albumId, viewsUsed: 0 },
    })),
  );
}
