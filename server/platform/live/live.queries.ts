import { sql } from 'kysely';
import type { LiveEvent } from '#contract/entities/user.ts';
import type { LiveKind } from '#contract/rules/notifications.ts';
import type { Db } from '#server/platform/database/database.ts';

const MAX_REPLAYED = 500;
/** A transaction with a lower id may commit later, so some events are sent again, which is harmless. */
const OVERLAP_SECONDS = 30;

export type Listener = { userId: number; isStaff: boolean };

/** Returns undefined if the last event is too old to know what was missed. */
export async function findMissed(
  db: Db,
  { userId, isStaff }: Listener,
  lastId: number,
): Promise<LiveEvent[] | undefined> {
  const last = await db
    .selectFrom('liveEvents')
    .select('createdAt')
    .where('id', '=', lastId)
    .executeTakeFirst();
  if (!last) return undefined;
  const rows = await db
    .selectFrom('liveEvents')
    .select(['id', 'kind', 'subject'])
    .where('id', '<>', lastId)
    .where(
      'createdAt',
      '>',
      sql<string>`${last.createdAt}::timestamptz - ${`${OVERLAP_SECONDS} seconds`}::interval`,
    )
    .where((eb) =>
      isStaff ? eb.or([eb('userId', '=', userId), eb('userId', 'is', null)]) : eb('userId', '=', userId),
    )
    .orderBy('id')
    .limit(MAX_REPLAYED + 1)
    .execute();
  if (rows.length > MAX_REPLAYED) return undefined;
  return rows.map((row) => ({ ...row, kind: row.kind as LiveKind }));
}

export async function sweepLiveEvents(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('liveEvents').where('createdAt', '<', before.toISOString()).execute();
}
