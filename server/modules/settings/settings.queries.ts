import { sql } from 'kysely';
import type { Db } from '#server/platform/database.ts';
import { SETTINGS_CHANNEL } from '#server/platform/live/live.ts';

export function listStoredSettings(db: Db) {
  return db.selectFrom('siteSettings').select(['key', 'value']).execute();
}

/** Serializes changes, so that each records the values it really replaced. */
export async function lockSettings(db: Db): Promise<void> {
  await sql`lock table site_settings in share row exclusive mode`.execute(db);
}

export async function storeSetting(
  db: Db,
  setting: { key: string; value: unknown; changedAt: Date; changedBy: number },
): Promise<void> {
  const { key, ...rest } = setting;
  const fresh = { ...rest, value: JSON.stringify(setting.value) };
  await db
    .insertInto('siteSettings')
    .values({ key, ...fresh })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(fresh))
    .execute();
}

/** Every process forgets the settings it read once the change is committed. */
export async function tellSettingsChanged(db: Db): Promise<void> {
  await sql`select pg_notify(${SETTINGS_CHANNEL}, '')`.execute(db);
}
