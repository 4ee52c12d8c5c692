import type { AlbumOwnership, ViewLimits } from '#contract/rules/albums.ts';
import type { Tx } from '#server/context.ts';
import { ownershipsOf, type Purchases } from '#server/modules/catalogue/album-ownership.ts';
import {
  type AlbumWithEvent,
  albumsById,
  eventsOf,
  toAlbumOnly,
} from '#server/modules/catalogue/browse-albums.ts';
import { issueCoverToken, openOwnedCover } from '#server/modules/catalogue/covers.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import type { HeldAlbumRow } from './held-albums.queries.ts';

export type OpenAlbum = AlbumWithEvent & { ownership: AlbumOwnership; limits: ViewLimits };

type OpenTx = Pick<Tx, 'db' | 'clock' | 'imageKeys' | 'log'>;

/** Returns the albums that the customer may open: published ones, and owned ones even if unpublished. */
export async function loadOpenAlbums(
  tx: OpenTx & { purchases: Purchases },
  { userId, albumIds }: { userId: number; albumIds: number[] },
): Promise<ReadonlyMap<number, OpenAlbum>> {
  const ownershipOf = await ownershipsOf(tx.purchases, tx.db, userId, albumIds);
  const limits = await getSettings(tx);
  const open = new Map<number, OpenAlbum>();
  for (const [albumId, found] of await albumsById(tx, albumIds, userId)) {
    const ownership = ownershipOf(albumId);
    const album = ownership.owned ? openOwnedCover(tx, found.album, userId) : found.album;
    if (mayOpen(found, ownership)) open.set(albumId, { ...found, album, ownership, limits });
  }
  return open;
}

export type OpenHeldAlbum = OpenAlbum & { row: HeldAlbumRow };

/** The same for rows that were read with what the customer bought. */
export async function openHeldAlbums(
  tx: OpenTx,
  rows: readonly HeldAlbumRow[],
  userId: number,
): Promise<OpenHeldAlbum[]> {
  const limits = await getSettings(tx);
  const events = eventsOf(rows);
  return rows.flatMap((row) => {
    const event = events.get(row.eventId);
    const ownership = { owned: row.isOwned ?? false, boughtImages: row.boughtImages ?? 0 };
    const { publishedAt } = row;
    if (!event || !mayOpen({ publishedAt }, ownership)) return [];
    const coverAuth = issueCoverToken(tx, row, { userId, isOwned: ownership.owned });
    const album = toAlbumOnly(row, { cover: row.cover, cover_auth: coverAuth });
    return [{ row, album, event, publishedAt, ownership, limits }];
  });
}

function mayOpen({ publishedAt }: Pick<OpenAlbum, 'publishedAt'>, { owned }: AlbumOwnership): boolean {
  return publishedAt !== null || owned;
}
