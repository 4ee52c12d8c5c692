import { MAX_FOUND_ALBUMS } from '#contract/endpoints/found-albums.ts';
import type { UserAlbumState, UserFoundAlbum } from '#contract/entities/album.ts';
import { type AlbumOwnership, type ViewLimits, viewAllowance } from '#contract/rules/albums.ts';
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
import { toIso, toIsoOrNull } from '#server/platform/time/timestamps.ts';
import type { View } from './found-albums.queries.ts';
import { type HeldAlbumRow, listHeldAlbums, listHeldPage } from './held-albums.queries.ts';

type OpenTx = Pick<Tx, 'db' | 'clock' | 'imageKeys' | 'log'>;
type MyTx = OpenTx & { purchases: Purchases };
type Page = { before?: number | undefined; limit?: number };

/** The first page also has everything that is owned; later ones continue after the found album `before`. */
export async function listMyAlbums(
  tx: MyTx,
  userId: number,
  { before, limit = MAX_FOUND_ALBUMS }: Page = {},
): Promise<UserAlbumState> {
  const { db, purchases } = tx;
  const rows = await listHeldPage(db, purchases, { userId, before, limit });
  const albums = await openHeldAlbums(tx, rows, userId);
  // Most customers own no single photos; the rows say so without another query.
  const mayOwnImages = before === undefined && rows.every(({ hasSingleImages }) => hasSingleImages);
  return {
    found: albums.filter(({ ownership }) => !ownership.owned).map(toWireFoundAlbum),
    owned: albums.filter(({ ownership }) => ownership.owned).map(toWireFoundAlbum),
    owned_images: mayOwnImages ? await purchases.ownedImagesOf(db, userId) : [],
  };
}

/** Staff look for one album among all of a customer's. */
export async function listAllAlbumsOf(tx: MyTx, userId: number): Promise<UserFoundAlbum[]> {
  const rows = await listHeldAlbums(tx.db, tx.purchases, userId);
  const all = (await openHeldAlbums(tx, rows, userId)).map(toWireFoundAlbum);
  return [...all.filter(({ owned }) => !owned), ...all.filter(({ owned }) => owned)];
}

export type OpenAlbum = AlbumWithEvent & { ownership: AlbumOwnership; limits: ViewLimits };

/** Returns the albums that the customer may open: published ones, and owned ones even if unpublished. */
export async function loadOpenAlbums(
  tx: MyTx,
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

/** Opens rows that were read with what the customer bought. */
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

type FoundAlbumRow = { foundId: number; foundAt: string; views: View[] | null };

export function toWireFoundAlbum({
  row,
  album,
  event,
  publishedAt,
  ownership,
  limits,
}: OpenAlbum & { row: FoundAlbumRow }): UserFoundAlbum {
  return {
    id: row.foundId,
    album,
    event,
    user_album_views: row.views ?? [],
    views_allowed: viewAllowance(ownership, limits),
    owned: ownership.owned,
    bought_images: ownership.boughtImages,
    found_at: toIso(row.foundAt),
    published_at: toIsoOrNull(publishedAt),
  };
}
