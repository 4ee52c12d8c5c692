import { anyOf, type Db } from '#server/platform/database.ts';

export type Turn = { albumId: number; turn: number; grantedAt: string; startedAt: string | null };

export function listTurnsSince(db: Db, userId: number, since: Date): Promise<Turn[]> {
  return db
    .selectFrom('faceSearchTurns')
    .select(['albumId', 'turn', 'grantedAt', 'startedAt'])
    .where('userId', '=', userId)
    .where('grantedAt', '>=', since.toISOString())
    .execute();
}

export async function saveTurns(
  db: Db,
  userId: number,
  turns: ReadonlyMap<number, number>,
  now: Date,
): Promise<void> {
  if (turns.size === 0) return;
  await db
    .insertInto('faceSearchTurns')
    .values([...turns].map(([albumId, turn]) => ({ userId, albumId, turn, grantedAt: now, startedAt: null })))
    .onConflict((conflict) =>
      conflict.columns(['userId', 'albumId']).doUpdateSet((eb) => ({
        turn: eb.ref('excluded.turn'),
        grantedAt: eb.ref('excluded.grantedAt'),
        startedAt: null,
      })),
    )
    .execute();
}

export async function markStarted(db: Db, userIds: number[], albumId: number, now: Date): Promise<void> {
  await db
    .updateTable('faceSearchTurns')
    .set({ startedAt: now })
    .where('albumId', '=', albumId)
    .where('userId', '=', anyOf(userIds))
    .execute();
}

export async function deleteTurnsBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('faceSearchTurns').where('grantedAt', '<', before.toISOString()).execute();
}
