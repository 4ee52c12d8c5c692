import { sql } from 'kysely';
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

export function listNewestTraces(db: Db, limit: number): Promise<TraceRow[]> {
  return db.selectFrom('traces').selectAll().orderBy('id', 'desc').limit(limit).execute();
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

export async function insertFindings(db: Db, traceId: number, findings: readonly Finding[]): Promise<void> {
  if (findings.length === 0) return;
  await db
    .insertInto('traceFindings')
    .values(findings.map((finding) => ({ traceId, ...finding })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export function listFindings(db: Db, traceIds: readonly number[]) {
  return db
    .selectFrom('traceFindings')
    .selectAll()
    .where('traceId', '=', anyOf(traceIds))
    .orderBy('chance')
    .orderBy('viewer')
    .execute();
}

/** Lists traces that never got a picture, or whose job is gone. */
export function listStaleTraces(db: Db, before: Date) {
  return db
    .selectFrom('traces')
    .select(['id', 'state', 'pictures'])
    .where('state', 'in', ['waiting', 'running'])
    .where('startedAt', '<', before.toISOString())
    .execute();
}

export async function deleteFindings(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('traceFindings').where('lastAt', '<', before.toISOString()).execute();
}

const ERASED_REASON = '(The reason was erased with the account.)';

/** Returns the traces that found the account, or whose reason matches one of the patterns in lower case. */
export async function forgetReasons(
  db: Db,
  { userId, patterns }: { userId: number; patterns: readonly string[] },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update traces set reason = ${ERASED_REASON}
    where lower(reason) like any (${patterns})
      or id in (select trace_id from trace_findings where user_id = ${userId})
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}
