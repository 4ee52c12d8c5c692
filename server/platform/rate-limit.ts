import { sql } from 'kysely';
import { type Clock, minutesFrom } from './clock.ts';
import { anyOf, type Database, type Db } from './database.ts';
import { AppError } from './errors.ts';
import { lockNames } from './lock-name.ts';

const KEEP_MINUTES = 24 * 60;

export type Limit = { key: string; max: number; minutes: number };
export type Hits = { giveBack(keys: readonly string[]): Promise<void> };

/**
 * Counts one hit per key, or refuses with 429 and counts none. Hits are rows, so several API processes share them;
 * the locks make check-and-count one step for concurrent callers.
 */
export async function takeHits(
  { db, clock }: { db: Database; clock: Clock },
  limits: readonly Limit[],
): Promise<Hits> {
  const now = clock.now();
  const keys = [...new Set(limits.map((limit) => limit.key))].sort();
  const hits = await db.transaction().execute(async (tx) => {
    await lockNames(tx, keys);
    const counted = await countUnlessFull(tx, { keys, limits, now });
    if (counted.length === 0) for (const limit of limits) await refuseWhenFull(tx, limit, now);
    return counted;
  });
  return {
    async giveBack(given) {
      const ids = hits.filter((hit) => given.includes(hit.key)).map((hit) => hit.id);
      if (ids.length > 0) await db.deleteFrom('rateHits').where('id', '=', anyOf(ids)).execute();
    },
  };
}

/** Adds a hit for each key, or none if one of the limits is reached. */
async function countUnlessFull(
  db: Db,
  { keys, limits, now }: { keys: readonly string[]; limits: readonly Limit[]; now: Date },
): Promise<{ id: number; key: string }[]> {
  const { rows } = await sql<{ id: number; key: string }>`
    insert into rate_hits (key, at)
    select key, ${now}::timestamptz from unnest(${keys}::text[]) key
    where not exists (
      select from unnest(${limits.map(({ key }) => key)}::text[], ${limits.map(({ max }) => max)}::int[],
        ${limits.map(({ minutes }) => 60 * minutes)}::float8[]) lim (key, most, seconds)
      where exists (
        select from rate_hits hit
        where hit.key = lim.key and hit.at > ${now}::timestamptz - make_interval(secs => lim.seconds)
        offset lim.most - 1 limit 1))
    returning id, key`.execute(db);
  return rows;
}

/** Tells when the next hit is free. */
async function refuseWhenFull(db: Db, limit: Limit, now: Date): Promise<void> {
  const oldest = await db
    .selectFrom('rateHits')
    .select('at')
    .where('key', '=', limit.key)
    .where('at', '>', minutesFrom(now, -limit.minutes).toISOString())
    .orderBy('at', 'desc')
    .offset(limit.max - 1)
    .limit(1)
    .executeTakeFirst();
  if (!oldest) return;
  const freeAt = minutesFrom(new Date(oldest.at), limit.minutes);
  const retryAfterSeconds = Math.max(1, Math.ceil((freeAt.getTime() - now.getTime()) / 1000));
  throw new AppError('too_many_requests', { details: { retry_after_seconds: retryAfterSeconds } });
}

export async function forgetOldHits({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  await db
    .deleteFrom('rateHits')
    .where('at', '<', minutesFrom(clock.now(), -KEEP_MINUTES).toISOString())
    .execute();
}
