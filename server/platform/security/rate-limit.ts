import { sql } from 'kysely';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { type Clock, minutesFrom } from '#server/platform/time/clock.ts';

const KEEP_MINUTES = 24 * 60;

export type Limit = { key: string; max: number; minutes: number };
export type Hits = { giveBack(keys: readonly string[]): Promise<void> };

type Taken = { id: number; key: string; freeAt: null } | { id: null; key: null; freeAt: string };

/**
 * Counts one hit per key, or refuses with 429 and counts none. Hits are rows, so several API processes share them;
 * the locks of the function make check-and-count one step for concurrent callers.
 */
export async function consumeRateLimits(
  { db, clock }: { db: Db; clock: Clock },
  limits: readonly Limit[],
): Promise<Hits> {
  const now = clock.now();
  // Callers that take the same locks in the same order do not wait for each other in a circle.
  const keys = [...new Set(limits.map((limit) => limit.key))].sort();
  const { rows: taken } = await sql<Taken>`
    select hit_id as id, hit_key as key, free_at
    from consume_rate_limits(${keys}::text[], ${now}::timestamptz, ${limits.map(({ key }) => key)}::text[],
      ${limits.map(({ max }) => max)}::int[], ${limits.map(({ minutes }) => 60 * minutes)}::float8[])`.execute(
    db,
  );
  for (const { freeAt } of taken) if (freeAt !== null) throw refusalUntil(new Date(freeAt), now);
  return {
    async giveBack(given) {
      const ids = taken.flatMap(({ id, key }) => (key !== null && given.includes(key) ? [id] : []));
      if (ids.length > 0) await db.deleteFrom('rateHits').where('id', '=', anyOf(ids)).execute();
    },
  };
}

/** Tells when the next hit is free. */
function refusalUntil(freeAt: Date, now: Date): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil((freeAt.getTime() - now.getTime()) / 1000));
  return new AppError('too_many_requests', { details: { retry_after_seconds: retryAfterSeconds } });
}

export async function forgetOldHits({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  await db
    .deleteFrom('rateHits')
    .where('at', '<', minutesFrom(clock.now(), -KEEP_MINUTES).toISOString())
    .execute();
}
