import type { AlbumStanding } from '#contract/rules/view-allowance.ts';
import type { Db } from '#server/platform/database.ts';

type OwnedImage = { id: number; album: number; image: number };

/**
 * What a customer has paid for. The module that sells things knows; it is handed to the modules that ask at
 * the composition root, so that they depend on no order.
 */
export type Purchases = {
  /** Albums without an entry are neither owned nor bought from. */
  standingsOf(db: Db, userId: number, albumIds: number[]): Promise<ReadonlyMap<number, AlbumStanding>>;
  ownedImagesOf(db: Db, userId: number): Promise<OwnedImage[]>;
};

/** Until there are orders. */
export const noPurchases: Purchases = {
  standingsOf: async () => new Map(),
  ownedImagesOf: async () => [],
};

const NOTHING_BOUGHT: AlbumStanding = { owned: false, boughtImages: 0 };

export async function standingsOf(
  purchases: Purchases,
  db: Db,
  userId: number,
  albumIds: number[],
): Promise<(albumId: number) => AlbumStanding> {
  const standings = await purchases.standingsOf(db, userId, albumIds);
  return (albumId) => standings.get(albumId) ?? NOTHING_BOUGHT;
}
