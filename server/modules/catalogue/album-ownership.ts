import type { Expression } from 'kysely';
import type { AlbumOwnership } from '#contract/rules/albums.ts';
import type { Db } from '#server/platform/database/database.ts';

/** `imageId` is null for a whole album. */
type BoughtItem = { userId: number; albumId: number; imageId: number | null };
export type OwnedImage = { id: number; album: number; image: number };

/** The orders module implements it and app.ts passes it on, so that other modules do not depend on orders. */
export type Purchases = {
  /** Leaves out albums from which the customer bought nothing. */
  ownershipsOf(db: Db, userId: number, albumIds: number[]): Promise<ReadonlyMap<number, AlbumOwnership>>;
  ownedImagesOf(db: Db, userId: number): Promise<OwnedImage[]>;
  /** Returns those of the customers whose card was charged at least once. */
  cardPayersAmong(db: Db, userIds: number[]): Promise<ReadonlySet<number>>;
  /** Everything that customers own, as a subquery for other modules. */
  boughtItems(db: Db): Expression<BoughtItem>;
};

/** Prepares statements that read what was bought. They are built once, because a process has one shop. */
export function prepareWith<Statements>(
  prepare: (purchases: Purchases) => Statements,
): (purchases: Purchases) => Statements {
  let prepared: { purchases: Purchases; statements: Statements } | undefined;
  return (purchases) => {
    if (prepared?.purchases !== purchases) prepared = { purchases, statements: prepare(purchases) };
    return prepared.statements;
  };
}

const NOTHING_BOUGHT: AlbumOwnership = { owned: false, boughtImages: 0 };

export async function ownershipsOf(
  purchases: Purchases,
  db: Db,
  userId: number,
  albumIds: number[],
): Promise<(albumId: number) => AlbumOwnership> {
  const ownerships = await purchases.ownershipsOf(db, userId, albumIds);
  return (albumId) => ownerships.get(albumId) ?? NOTHING_BOUGHT;
}
