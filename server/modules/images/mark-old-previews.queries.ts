import type { Db } from '#server/platform/database/database.ts';

/** Newest first, because those are looked at most. */
export async function listWithoutVariants(db: Db, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('images')
    .select('id')
    .where('state', '=', 'ready')
    .where('traceKey', 'is', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** A preview that cannot be marked has an empty key, and is not tried again. */
export async function setTraceKey(db: Db, imageId: number, traceKey: string): Promise<void> {
  await db.updateTable('images').set({ traceKey }).where('id', '=', imageId).execute();
}

export async function countPairs(db: Db): Promise<{ marked: number; total: number }> {
  const { marked, total } = await db
    .selectFrom('images')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('traceKey', '<>', '').as('marked'),
      eb.fn.countAll<number>().as('total'),
    ])
    .where('state', '=', 'ready')
    .executeTakeFirstOrThrow();
  return { marked: Number(marked), total: Number(total) };
}
