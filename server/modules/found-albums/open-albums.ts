import type { AlbumStanding, ViewLimits } from '#contract/rules/view-allowance.ts';
import type { Tx } from '#server/context.ts';
import { openOwnedCover } from '#server/modules/catalogue/album-cover.ts';
import { type Purchases, standingsOf } from '#server/modules/catalogue/album-standing.ts';
import { type AlbumWithEvent, albumsById } from '#server/modules/catalogue/browse-albums.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';

export type OpenAlbum = AlbumWithEvent & { standing: AlbumStanding; limits: ViewLimits };

/** Returns the albums that the customer may open: published ones, and owned ones even if unpublished. */
export async function loadOpenAlbums(
  tx: Pick<Tx, 'db' | 'clock' | 'imageKeys' | 'log'> & { purchases: Purchases },
  { userId, albumIds }: { userId: number; albumIds: number[] },
): Promise<ReadonlyMap<number, OpenAlbum>> {
  const standingOf = await standingsOf(tx.purchases, tx.db, userId, albumIds);
  const limits = await getSettings(tx);
  const open = new Map<number, OpenAlbum>();
  for (const [albumId, found] of await albumsById(tx, albumIds, userId)) {
    const standing = standingOf(albumId);
    if (!found.isPublished && !standing.owned) continue;
    const album = standing.owned ? openOwnedCover(tx, found.album, userId) : found.album;
    open.set(albumId, { ...found, album, standing, limits });
  }
  return open;
}
