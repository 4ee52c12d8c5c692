import type { UserAlbumState } from '#contract/entities/found-album.ts';
import type { Tx } from '#server/context.ts';
import type { Purchases } from '#server/modules/catalogue/album-standing.ts';
import { listFound } from './found-albums.queries.ts';
import { toWireFoundAlbum } from './found-albums.wire.ts';
import { loadOpenAlbums } from './open-albums.ts';

export async function listMyAlbums(
  tx: Pick<Tx, 'db' | 'clock' | 'imageKeys' | 'log'> & { purchases: Purchases },
  userId: number,
): Promise<UserAlbumState> {
  const rows = await listFound(tx.db, userId);
  const albumIds = rows.map(({ albumId }) => albumId);
  const albums = await loadOpenAlbums(tx, { userId, albumIds });
  const all = rows.flatMap((row) => {
    const album = albums.get(row.albumId);
    return album ? [toWireFoundAlbum(row, album)] : [];
  });
  return {
    found: all.filter(({ owned }) => !owned),
    owned: all.filter(({ owned }) => owned),
    owned_images: await tx.purchases.ownedImagesOf(tx.db, userId),
  };
}
