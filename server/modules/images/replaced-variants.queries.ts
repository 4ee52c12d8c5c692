import { sql } from 'kysely';
import { anyOf, type Db } from '#server/platform/database/database.ts';

type ReplacedVariants = { imageId: number; storageKey: string };

/** A retry that keeps the same variants again changes nothing. */
export async function insertReplacedVariants(
  db: Db,
  variants: ReplacedVariants & { replacedAt: Date },
): Promise<void> {
  await db
    .insertInto('replacedVariants')
    .values(variants)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export function listReplacedVariants(db: Db, imageIds: readonly number[]): Promise<ReplacedVariants[]> {
  return db
    .selectFrom('replacedVariants')
    .select(['imageId', 'storageKey'])
    .where('imageId', '=', anyOf(imageIds))
    .orderBy('replacedAt', 'desc')
    .execute();
}

/** Lists variants that are too old, and those of which nobody was shown a copy. */
export function listReplacedVariantsToDrop(
  db: Db,
  { before, settled, limit }: { before: Date; settled: Date; limit: number },
): Promise<ReplacedVariants[]> {
  return db
    .selectFrom('replacedVariants')
    .select(['imageId', 'storageKey'])
    .where((eb) =>
      eb.or([
        eb('replacedAt', '<', before.toISOString()),
        eb.and([
          eb('replacedAt', '<', settled.toISOString()),
          sql<boolean>`not exists (select 1 from shown_previews where images @> replaced_variants.image_id)`,
        ]),
      ]),
    )
    .orderBy('replacedAt')
    .limit(limit)
    .execute();
}

export async function deleteReplacedVariants(
  db: Db,
  { imageId, storageKey }: ReplacedVariants,
): Promise<void> {
  await db
    .deleteFrom('replacedVariants')
    .where('imageId', '=', imageId)
    .where('storageKey', '=', storageKey)
    .execute();
}
