import { sql } from 'kysely';
import { anyOf, type Db } from '#server/platform/database.ts';

type KeptPair = { imageId: number; storageKey: string };

/** A retry that keeps the same pair again changes nothing. */
export async function insertKeptPair(db: Db, pair: KeptPair & { replacedAt: Date }): Promise<void> {
  await db
    .insertInto('keptPairs')
    .values(pair)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export function listKeptPairs(db: Db, imageIds: readonly number[]): Promise<KeptPair[]> {
  return db
    .selectFrom('keptPairs')
    .select(['imageId', 'storageKey'])
    .where('imageId', '=', anyOf(imageIds))
    .orderBy('replacedAt', 'desc')
    .execute();
}

/** Lists pairs that are too old, and those of which nobody was shown a copy. */
export function listKeptPairsToDrop(
  db: Db,
  { before, settled, limit }: { before: Date; settled: Date; limit: number },
): Promise<KeptPair[]> {
  return db
    .selectFrom('keptPairs')
    .select(['imageId', 'storageKey'])
    .where((eb) =>
      eb.or([
        eb('replacedAt', '<', before.toISOString()),
        eb.and([
          eb('replacedAt', '<', settled.toISOString()),
          sql<boolean>`not exists (select 1 from shown_previews where images @> kept_pairs.image_id)`,
        ]),
      ]),
    )
    .orderBy('replacedAt')
    .limit(limit)
    .execute();
}

export async function deleteKeptPair(db: Db, { imageId, storageKey }: KeptPair): Promise<void> {
  await db
    .deleteFrom('keptPairs')
    .where('imageId', '=', imageId)
    .where('storageKey', '=', storageKey)
    .execute();
}
