import { anyOf, type Db } from '#server/platform/database/database.ts';
import { DEFAULT_QUIET_HOURS } from './notifications.rules.ts';

/** The time zone is null until the person's browser has told it. */
export type QuietHours = { from: number; to: number; timeZone: string | null };

export async function quietHoursOf(db: Db, userIds: number[]): Promise<(userId: number) => QuietHours> {
  const rows = await db
    .selectFrom('quietHours')
    .select(['userId', 'fromHour as from', 'toHour as to', 'timeZone'])
    .where('userId', '=', anyOf(userIds))
    .execute();
  const known = new Map(rows.map(({ userId, ...hours }) => [userId, hours]));
  return (userId) => known.get(userId) ?? { ...DEFAULT_QUIET_HOURS, timeZone: null };
}

export async function saveQuietHours(
  db: Db,
  userId: number,
  { from, to, timeZone }: QuietHours,
): Promise<void> {
  const hours = { fromHour: from, toHour: to, timeZone };
  await db
    .insertInto('quietHours')
    .values({ userId, ...hours })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(hours))
    .execute();
}

export async function saveTimeZone(db: Db, userId: number, timeZone: string): Promise<void> {
  await db
    .insertInto('quietHours')
    .values({ userId, timeZone })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ timeZone }))
    .execute();
}
