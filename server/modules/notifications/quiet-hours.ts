import type { Db } from '#server/platform/database/database.ts';
import { DEFAULT_QUIET_HOURS } from './notifications.rules.ts';

/** The time zone is null until the person's browser has told it. */
export type QuietHours = { from: number; to: number; timeZone: string | null };

export async function quietHoursOf(db: Db, userId: number): Promise<QuietHours> {
  const known = await db
    .selectFrom('quietHours')
    .select(['fromHour as from', 'toHour as to', 'timeZone'])
    .where('userId', '=', userId)
    .executeTakeFirst();
  return known ?? { ...DEFAULT_QUIET_HOURS, timeZone: null };
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
