import { sql } from 'kysely';
import type { Db } from '#server/platform/database.ts';

export async function recordMark(db: Db, imageId: number, mark: string): Promise<void> {
  await db.updateTable('images').set({ mark }).where('id', '=', imageId).execute();
}

export async function countMarked(db: Db, mark: string): Promise<{ done: number; total: number }> {
  const { done, total } = await db
    .selectFrom('images')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('mark', '=', mark).as('done'),
      eb.fn.countAll<number>().as('total'),
    ])
    .where('state', '=', 'ready')
    .executeTakeFirstOrThrow();
  return { done: Number(done), total: Number(total) };
}

export async function listOtherwiseMarked(
  db: Db,
  { mark, afterId, limit }: { mark: string; afterId: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('images')
    .select('id')
    .where('state', '=', 'ready')
    .where('id', '>', afterId)
    .where('mark', 'is distinct from', mark)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Frames that came lately and wait to be developed; one that is stuck for longer stops nobody. */
export async function areFramesWaiting(db: Db): Promise<boolean> {
  const waiting = await db
    .selectFrom('images')
    .select('id')
    .where('state', '=', 'received')
    .where('createdAt', '>', sql<string>`now() - interval '10 minutes'`)
    .limit(1)
    .executeTakeFirst();
  return waiting !== undefined;
}

/** Undefined when one is under way: there is never a second. */
export function insertRemake(db: Db, remake: { mark: string; startedBy: number; startedAt: Date }) {
  return db
    .insertInto('watermarkRemakes')
    .values({ ...remake, touchedAt: remake.startedAt })
    .onConflict((conflict) => conflict.expression(sql`(true)`).where('finishedAt', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
}

export function findLastRemake(db: Db) {
  return db.selectFrom('watermarkRemakes').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst();
}

export function findRunningRemake(db: Db, id: number) {
  return db
    .selectFrom('watermarkRemakes')
    .selectAll()
    .where('id', '=', id)
    .where('finishedAt', 'is', null)
    .executeTakeFirst();
}

/** True when nobody has heard of it since `before`, and it is now this caller's to go on with. */
export async function takeUpRemake(db: Db, id: number, { before, now }: { before: Date; now: Date }) {
  const taken = await db
    .updateTable('watermarkRemakes')
    .set({ touchedAt: now })
    .where('id', '=', id)
    .where('finishedAt', 'is', null)
    .where('touchedAt', '<', before.toISOString())
    .returning('id')
    .executeTakeFirst();
  return taken !== undefined;
}

type Step = { mark: string; afterImageId: number; photosLeft: number; touchedAt: Date; finishedAt?: Date };

/** False when another run has gone on from the same place: that one it is, then. */
export async function advanceRemake(
  db: Db,
  from: { id: number; mark: string; afterImageId: number },
  step: Step,
): Promise<boolean> {
  const advanced = await db
    .updateTable('watermarkRemakes')
    .set(step)
    .where('id', '=', from.id)
    .where('mark', '=', from.mark)
    .where('afterImageId', '=', from.afterImageId)
    .where('finishedAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return advanced !== undefined;
}
