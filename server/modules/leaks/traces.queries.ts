import { anyOf, type Db } from '#server/platform/database/database.ts';

export type NewTrace = {
  startedBy: number | null;
  reason: string;
  eventId: number | null;
  albumId: number | null;
  pictures: number;
  startedAt: Date;
};

export function insertTrace(db: Db, trace: NewTrace) {
  return db
    .insertInto('traces')
    .values({ ...trace, state: 'waiting' })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export type TraceRow = Awaited<ReturnType<typeof insertTrace>>;

export function findTrace(db: Db, id: number): Promise<TraceRow | undefined> {
  return db.selectFrom('traces').selectAll().where('id', '=', id).executeTakeFirst();
}

type TraceChange = {
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

/** Returns false unless the trace is in this state. */
export async function changeTrace(
  db: Db,
  id: number,
  { from, to }: { from: 'waiting' | 'running'; to: TraceChange },
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

export function listFindings(db: Db, traceIds: readonly number[]) {
  return db
    .selectFrom('traceFindings')
    .selectAll()
    .where('traceId', '=', anyOf(traceIds))
    .orderBy('chance')
    .orderBy('viewer')
    .execute();
}
