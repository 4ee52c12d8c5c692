import type { UserAlbumState, UserFoundAlbum } from '#contract/entities/found-album.ts';
import type { Context } from '#server/context.ts';
import { openOwnedCover } from '#server/modules/catalogue/album-cover.ts';
import { type Purchases, standingsOf } from '#server/modules/catalogue/album-standing.ts';
import { albumsById } from '#server/modules/catalogue/browse-albums.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import type { Db } from '#server/platform/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { type FoundRow, findFound, listFound } from './found-albums.queries.ts';
import { toWireFoundAlbum } from './found-albums.wire.ts';

export type FoundAlbumsWorld = Pick<Context, 'clock' | 'imageKeys' | 'log'> & {
  db: Db;
  purchases: Purchases;
};

/** Found = held and not owned. What was bought stays, though its album be unpublished. */
export async function listMyAlbums(world: FoundAlbumsWorld, userId: number): Promise<UserAlbumState> {
  const all = await toFoundAlbums(world, userId, await listFound(world.db, userId));
  return {
    found: all.filter((found) => !found.owned),
    owned: all.filter((found) => found.owned),
    owned_images: await world.purchases.ownedImagesOf(world.db, userId),
  };
}

export async function getFoundAlbum(world: FoundAlbumsWorld, foundId: number): Promise<UserFoundAlbum> {
  const row = await findFound(world.db, foundId);
  const [found] = row ? await toFoundAlbums(world, row.userId, [row]) : [];
  if (!found) throw new AppError('not_found');
  return found;
}

async function toFoundAlbums(
  world: FoundAlbumsWorld,
  userId: number,
  rows: FoundRow[],
): Promise<UserFoundAlbum[]> {
  const albumIds = rows.map((row) => row.albumId);
  const standingOf = await standingsOf(world.purchases, world.db, userId, albumIds);
  const albums = await albumsById(world, albumIds, userId);
  const limits = await getSettings(world);
  return rows.flatMap((row) => {
    const album = albums.get(row.albumId);
    const standing = standingOf(row.albumId);
    if (!album || !(album.isPublished || standing.owned)) return [];
    const shown = standing.owned ? openOwnedCover(world, album.album, userId) : album.album;
    return [toWireFoundAlbum(row, { ...album, album: shown }, standing, limits)];
  });
}
