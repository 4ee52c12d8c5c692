import type { Event } from '#contract/entities/album.ts';
import type { AlbumStanding, ViewLimits } from '#contract/rules/albums.ts';
import type { Tx } from '#server/context.ts';
import { type Purchases, standingsOf } from '#server/modules/catalogue/album-standing.ts';
import { type AlbumWithEvent, albumsById } from '#server/modules/catalogue/browse-albums.ts';
import { eventsOf } from '#server/modules/catalogue/browse-events.ts';
import { issueCoverToken, openOwnedCover } from '#server/modules/catalogue/covers.ts';
import { type ShownAlbum, shownAlbumsOf } from '#server/modules/catalogue/shown-albums.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import type { HeldAlbumRow } from './held-albums.queries.ts';

export type OpenAlbum = AlbumWithEvent & { standing: AlbumStanding; limits: ViewLimits };

type OpenTx = Pick<Tx, 'db' | 'clock' | 'imageKeys' | 'log'>;

/** Returns the albums that the customer may open: published ones, and owned ones even if unpublished. */
export async function loadOpenAlbums(
  tx: OpenTx & { purchases: Purchases },
  { userId, albumIds }: { userId: number; albumIds: number[] },
): Promise<ReadonlyMap<number, OpenAlbum>> {
  const standingOf = await standingsOf(tx.purchases, tx.db, userId, albumIds);
  const limits = await getSettings(tx);
  const open = new Map<number, OpenAlbum>();
  for (const [albumId, found] of await albumsById(tx, albumIds, userId)) {
    const standing = standingOf(albumId);
    if (mayOpen(found, standing)) open.set(albumId, { ...openAs(tx, found, { standing, userId }), limits });
  }
  return open;
}

export type OpenHeldAlbum = {
  row: HeldAlbumRow;
  album: ShownAlbum;
  coverAuth: string | null;
  event: Event;
  standing: AlbumStanding;
  limits: ViewLimits;
};

/** The same for rows that were read with the versions of their albums. The transaction must not have changed events. */
export async function openHeldAlbums(
  tx: OpenTx,
  rows: readonly HeldAlbumRow[],
  userId: number,
): Promise<OpenHeldAlbum[]> {
  const limits = await getSettings(tx);
  const events = await eventsOf(tx.db, rows, { changesEvents: false });
  const albums = await shownAlbumsOf(tx.db, rows);
  return rows.flatMap((row) => {
    const [album, event] = [albums.get(row.albumId), events.get(row.eventId)];
    const standing = { owned: row.isOwned ?? false, boughtImages: row.boughtImages ?? 0 };
    if (!album || !event || !mayOpen(row, standing)) return [];
    const coverAuth = issueCoverToken(tx, album, { userId, isOwned: standing.owned });
    return [{ row, album, coverAuth, event, standing, limits }];
  });
}

function mayOpen({ isPublished }: { isPublished: boolean }, { owned }: AlbumStanding): boolean {
  return isPublished || owned;
}

function openAs<Found extends AlbumWithEvent>(
  tx: OpenTx,
  found: Found,
  { standing, userId }: { standing: AlbumStanding; userId: number },
): Found & { standing: AlbumStanding } {
  const album = standing.owned ? openOwnedCover(tx, found.album, userId) : found.album;
  return { ...found, album, standing };
}
