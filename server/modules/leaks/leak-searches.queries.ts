import { anyOf, type Db } from '#server/platform/database/database.ts';

export type NewLeakSearch = {
  startedBy: number | null;
  reason: string;
  eventId: number | null;
  albumId: number | null;
  pictures: number;
  startedAt: Date;
};

export function insertLeakSearch(db: Db, leakSearch: NewLeakSearch) {
  return db
    .insertInto('traces')
    .values({ ...leakSearch, state: 'waiting' })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export type LeakSearchRow = Awaited<ReturnType<typeof insertLeakSearch>>;

export function findLeakSearch(db: Db, id: number): Promise<LeakSearchRow | undefined> {
  return db.selectFrom('traces').selectAll().where('id', '=', id).executeTakeFirst();
}

type LeakSearchChange = {
  state?: string;
  step?: string;
  progress?: number;
  failure?: string;
  imageId?: number;
  isMirrored?: boolean;
  imagesRead?: number;
  viewersAsked?: number;
  endedAt?: Date;
};

/** Returns false unless the search is in this state. */
export async function changeLeakSearch(
  db: Db,
  id: number,
  { from, to }: { from: 'waiting' | 'running'; to: LeakSearchChange },
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
