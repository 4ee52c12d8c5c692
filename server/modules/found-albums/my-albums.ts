import { MOST_FOUND_ALBUMS } from '#contract/endpoints/found-albums.ts';
import type { UserAlbumState, UserFoundAlbum } from '#contract/entities/album.ts';
import type { Tx } from '#server/context.ts';
import type { OwnedImage, Purchases } from '#server/modules/catalogue/album-standing.ts';
import { toWireHeldAlbum, writeHeldAlbum } from './found-albums.wire.ts';
import {
  type HeldAlbumRow,
  listFewHeldAlbums,
  listHeldAlbums,
  listHeldPage,
  QUICK_PAGE,
} from './held-albums.queries.ts';
import { type OpenHeldAlbum, openHeldAlbums } from './open-albums.ts';

type MyTx = Pick<Tx, 'db' | 'clock' | 'imageKeys' | 'log'> & { purchases: Purchases };
type Page = { before?: number | undefined; limit?: number };

type Mine = { found: OpenHeldAlbum[]; owned: OpenHeldAlbum[]; ownedImages: OwnedImage[] };

/** The first page also has everything that is owned; later ones continue after the found album `before`. */
async function openMine(
  tx: MyTx,
  userId: number,
  { before, limit = MOST_FOUND_ALBUMS }: Page = {},
): Promise<Mine> {
  const listing = listPage(tx, { userId, before, limit });
  // The statements of a transaction must not be sent at the same time.
  if (tx.db.isTransaction) await listing;
  const images = before === undefined ? tx.purchases.ownedImagesOf(tx.db, userId) : [];
  const [rows, ownedImages] = await Promise.all([listing, images]);
  const all = await openHeldAlbums(tx, rows, userId);
  return {
    found: all.filter(({ standing }) => !standing.owned),
    owned: all.filter(({ standing }) => standing.owned),
    ownedImages,
  };
}

export async function listMyAlbums(tx: MyTx, userId: number, page?: Page): Promise<UserAlbumState> {
  const { found, owned, ownedImages } = await openMine(tx, userId, page);
  return {
    found: found.map(toWireHeldAlbum),
    owned: owned.map(toWireHeldAlbum),
    owned_images: ownedImages,
  };
}

/** Returns what `listMyAlbums` returns, written as JSON. */
export async function writeMyAlbums(tx: MyTx, userId: number, page?: Page): Promise<string> {
  const { found, owned, ownedImages } = await openMine(tx, userId, page);
  const [foundJson, ownedJson] = [found, owned].map((albums) => albums.map(writeHeldAlbum).join(','));
  return `{"found":[${foundJson}],"owned":[${ownedJson}],"owned_images":${JSON.stringify(ownedImages)}}`;
}

/** Most customers have few albums, so a short page is read first and the rest only where there is one. */
async function listPage(
  { db, purchases }: Pick<MyTx, 'db' | 'purchases'>,
  { userId, before, limit }: { userId: number; before: number | undefined; limit: number },
): Promise<HeldAlbumRow[]> {
  if (before === undefined && limit >= QUICK_PAGE) {
    const few = await listFewHeldAlbums(db, purchases, userId);
    if (few) return few;
  }
  const first = await listHeldPage(db, purchases, { userId, before, limit: Math.min(limit, QUICK_PAGE) });
  const found = first.filter(({ isOwned }) => !isOwned);
  const last = found.at(-1);
  if (!last || found.length < QUICK_PAGE || limit === QUICK_PAGE) return first;
  const page = { userId, before: last.foundId, limit: limit - QUICK_PAGE };
  return [...first, ...(await listHeldPage(db, purchases, page))];
}

/** For staff, who look for one album among all of a customer's. */
export async function listAllAlbumsOf(tx: MyTx, userId: number): Promise<UserFoundAlbum[]> {
  const rows = await listHeldAlbums(tx.db, tx.purchases, userId);
  const all = (await openHeldAlbums(tx, rows, userId)).map(toWireHeldAlbum);
  return [...all.filter(({ owned }) => !owned), ...all.filter(({ owned }) => owned)];
}
