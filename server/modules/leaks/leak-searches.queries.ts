import type { Selectable, Updateable } from 'kysely';
import type { Traces } from '#server/platform/database/database.gen.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';

export type LeakSearchRow = Selectable<Traces>;
export type NewLeakSearch = Pick<
  LeakSearchRow,
  'startedBy' | 'reason' | 'eventId' | 'albumId' | 'pictures'
> & { startedAt: Date };

export function insertLeakSearch(db: Db, leakSearch: NewLeakSearch) {
  return db
    .insertInto('traces')
    .values({ ...leakSearch, state: 'waiting' })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function findLeakSearch(db: Db, id: number): Promise<LeakSearchRow | undefined> {
  return db.selectFrom('traces').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Returns false unless the search is in this state. */
export async function changeLeakSearch(
  db: Db,
  id: number,
  { from, to }: { from: 'waiting' | 'running'; to: Updateable<Traces> },
): Promise<boolean> {
  const changed = await db
    .updateTable('traces')
    .set(to)
    .where('id', '=', id)
    .where('state', '=', from)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

export type Finding = {
  viewer: string;
  userId: number | null;
  imageId: number;
  chance: number;
  firstAt: string;
  lastAt: string;
};

export function listFindings(db: Db, searchIds: readonly number[]) {
  return db
    .selectFrom('traceFindings')
    .selectAll()
    .where('traceId', '=', anyOf(searchIds))
    .orderBy('chance')
    .orderBy('viewer')
    .execute();
}
