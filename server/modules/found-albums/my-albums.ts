import { MAX_FOUND_ALBUMS } from '#contract/endpoints/found-albums.ts';
import type { UserAlbumState, UserFoundAlbum } from '#contract/entities/album.ts';
import type { Tx } from '#server/context.ts';
import type { Purchases } from '#server/modules/catalogue/album-ownership.ts';
import { toWireFoundAlbum } from './found-albums.wire.ts';
import { listHeldAlbums, listHeldPage } from './held-albums.queries.ts';
import { openHeldAlbums } from './open-albums.ts';

type MyTx = Pick<Tx, 'db' | 'clock' | 'imageKeys' | 'log'> & { purchases: Purchases };
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
