import { sql } from 'kysely';
import type { Clock } from './clock.ts';
import { minutesFrom } from './clock.ts';
import type { Database, Db } from './database.ts';
import { AppError } from './errors.ts';

export type RateLimit = { key: string; max: number; perMinutes: number };

/**
 * Counts one hit against every limit, or refuses with 429 and counts none. Hits live in the database, so
 * several API processes share them. The lock makes check-and-count one step for concurrent callers.
 * Returns a way to take the hits back, for limits that count failures only.
 */
export async function takeHits(
  world: { db: Database; clock: Clock },
  limits: RateLimit[],
): Promise<{ giveBack(): Promise<void> }> {
  const now = world.clock.now();
  const hitIds = await world.db.transaction().execute(async (tx) => {
    for (const key of limits.map((limit) => limit.key).sort()) {
      await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
    }
    for (const limit of limits) await refuseWhenFull(tx, limit, now);
    const keys = [...new Set(limits.map((limit) => limit.key))];
    const rows = await tx
      .insertInto('rateHits')
      .values(keys.map((key) => ({ key, at: now })))
      .returning('id')
      .execute();
    return rows.map((row) => row.id);
  });
  return {
    async giveBack() {
      await world.db.deleteFrom('rateHits').where('id', 'in', hitIds).execute();
    },
  };
}

async function refuseWhenFull(tx: Db, limit: RateLimit, now: Date): Promise<void> {
  const oldest = await tx
    .selectFrom('rateHits')
    .select('at')
    .where('key', '=', limit.key)
    .where('at', '>', minutesFrom(now, -limit.perMinutes).toISOString())
    .orderBy('at', 'desc')
    .offset(limit.max - 1)
    .limit(1)
    .executeTakeFirst();
  if (!oldest) return;
  const freeAt = minutesFrom(new Date(oldest.at), limit.perMinutes);
  const retryAfterSeconds = Math.max(1, Math.ceil((freeAt.getTime() - now.getTime()) / 1000));
  throw new AppError('too_many_requests', { details: { retry_after_seconds: retryAfterSeconds } });
}

export async function forgetOldHits(world: { db: Db; clock: Clock }): Promise<void> {
  await world.db
    .deleteFrom('rateHits')
    .where('at', '<', minutesFrom(world.clock.now(), -24 * 60).toISOString())
    .execute();
}
