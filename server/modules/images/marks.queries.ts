import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';

/** Records with which watermark and rotation the stored thumb and preview were made. */
export async function recordRendition(
  db: Db,
  { id, rotation }: { id: number; rotation: number },
  { mark, traceKey, placeholder }: { mark: string; traceKey: string; placeholder?: string },
): Promise<void> {
  const rendition = { mark, traceKey, shownRotation: rotation, ...(placeholder && { placeholder }) };
  await db.updateTable('images').set(rendition).where('id', '=', id).execute();
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

/** Ignores photos that have been waiting for longer, because they are stuck. */
export async function arePhotosWaiting(db: Db): Promise<boolean> {
  const waiting = await db
    .selectFrom('images')
    .select('id')
    .where('state', '=', 'received')
    .where('createdAt', '>', sql<string>`now() - interval '10 minutes'`)
    .limit(1)
    .executeTakeFirst();
  return waiting !== undefined;
}

/** Returns undefined if a remake is already in progress. */
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

/** Returns true for exactly one caller, if the remake has not reported since `before`. */
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

/** Returns false if another run has already continued from the same place. */
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
