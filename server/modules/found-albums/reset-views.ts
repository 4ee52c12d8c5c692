import type { UserFoundAlbum } from '#contract/entities/found-album.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { clearViews, findFound } from './found-albums.queries.ts';
import { type FoundAlbumsWorld, getFoundAlbum } from './my-albums.ts';

/** Staff give a customer their views back. */
export async function resetViews(
  world: FoundAlbumsWorld,
  actor: Actor,
  foundId: number,
): Promise<UserFoundAlbum> {
  const before = await findFound(world.db, foundId);
  if (!before) throw new AppError('not_found');
  await clearViews(world.db, foundId);
  await recordAudit(world.db, {
    actorId: actor.userId,
    action: 'found-album.reset-views',
    subject: `found-album:${foundId}`,
    before: { userId: before.userId, albumId: before.albumId, viewsUsed: before.viewsUsed },
    after: { viewsUsed: 0 },
  });
  return getFoundAlbum(world, foundId);
}
