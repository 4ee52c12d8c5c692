import type { Db } from '#server/platform/database/database.ts';

type Begun = { sizeBytes: number; most: { files: number; bytes: number } };

/** Returns false if the pass has reached a limit. */
export async function countPassUpload(db: Db, passId: number, { sizeBytes, most }: Begun): Promise<boolean> {
  const counted = await db
    .updateTable('photographerPasses')
    .set((eb) => ({
      filesBegun: eb('filesBegun', '+', 1),
      bytesBegun: eb('bytesBegun', '+', sizeBytes),
    }))
    .where('id', '=', passId)
    .where('filesBegun', '<', most.files)
    .where('bytesBegun', '<=', most.bytes - sizeBytes)
    .returning('id')
    .executeTakeFirst();
  return counted !== undefined;
}

export function findPassUse(db: Db, passId: number) {
  return db
    .selectFrom('photographerPasses')
    .select(['filesBegun', 'bytesBegun'])
    .where('id', '=', passId)
    .executeTakeFirstOrThrow();
}

/** Lists the passes of the same photographer at the same event. */
export async function listPassesOfSame(
  db: Db,
  { eventId, label }: { eventId: number; label: string },
): Promise<number[]> {
  const rows = await db
    .selectFrom('photographerPasses')
    .select('id')
    .where('eventId', '=', eventId)
    .where('label', '=', label)
    .execute();
  return rows.map(({ id }) => id);
}

/** Maps passes to the names that their photos are credited to. */
export function passesToJoin(db: Db) {
  return db.selectFrom('photographerPasses').select(['id', 'label']);
}
