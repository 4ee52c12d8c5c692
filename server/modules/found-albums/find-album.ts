import type { UserFoundAlbum } from '#contract/entities/found-album.ts';
import type { Tx } from '#server/context.ts';
import { findAlbumFacts } from '#server/modules/catalogue/browse-albums.ts';
import type { Db } from '#server/platform/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { tell } from '#server/platform/live/tell.ts';
import { tellAlbumsGained } from './albums-gained.ts';
import { type FoundBy, findHeld, holdAlbum, holdInvitedAlbum } from './found-albums.queries.ts';
import { type FoundAlbumsWorld, getFoundAlbum } from './my-albums.ts';

export type FindingWorld = FoundAlbumsWorld & Pick<Tx, 'queue'>;

/** Holds an album as found, once however often it is asked. */
export async function findAlbum(
  world: FindingWorld,
  userId: number,
  wanted: { albumId: number; eventId: number; foundBy: FoundBy },
): Promise<UserFoundAlbum> {
  const album = await findAlbumFacts(world.db, wanted.albumId);
  if (!album?.isPublished || album.eventId !== wanted.eventId) throw new AppError('not_found');
  const held = await holdAlbum(world.db, { userId, albumId: album.id, foundBy: wanted.foundBy });
  if (held.isNew) await tellAlbumsGained(world, userId);
  return getFoundAlbum(world, held.id);
}

/** By an invitation that was checked. */
export async function findAlbumByInvite(
  world: FindingWorld,
  userId: number,
  albumId: number,
): Promise<UserFoundAlbum> {
  const album = await findAlbumFacts(world.db, albumId);
  if (!album?.isPublished) throw new AppError('not_found');
  const foundId = await holdInvitedAlbum(world.db, userId, albumId);
  await tell(world.db, { to: userId, kind: 'albums' });
  await tellAlbumsGained(world, userId);
  return getFoundAlbum(world, foundId);
}

export async function holdsAlbum(db: Db, userId: number, albumId: number): Promise<boolean> {
  return (await findHeld(db, userId, albumId)) !== undefined;
}
