import { sql } from 'kysely';
import { z } from 'zod';
import { DEFAULT_SITE_SETTINGS, type SiteSettings, siteSettings } from '#contract/endpoints/settings.ts';
import type { Context, Tx } from '#server/context.ts';
import { type Cache, createCache } from '#server/platform/database/cache.ts';
import type { Db } from '#server/platform/database/database.ts';
import { SETTINGS_CHANNEL } from '#server/platform/live/live.ts';
import type { Log } from '#server/platform/operations/log.ts';
import { defineJob } from '#server/platform/queue/queue.ts';

/** Limits the age of the settings while the connection for notifications is lost. */
const TTL_MS = 2_000;
/** One for each application, known by its log: a process of the tests runs several. */
const caches = new WeakMap<Log, Cache<'site', SiteSettings>>();
type SettingsTx = Pick<Tx, 'db' | 'log'>;
type Application = Pick<Context, 'log'>;

function cacheOf({ log }: Application): Cache<'site', SiteSettings> {
  const cache = caches.get(log) ?? createCache({ max: 1, ttlMs: TTL_MS });
  caches.set(log, cache);
  return cache;
}

/**
 * Answers from memory until `refreshSettingsOnChange` reports a change, for two seconds at most. A transaction does not
 * wait for others to read, because waiting transactions could hold every connection and leave none to read with.
 */
export async function getSettings(tx: SettingsTx): Promise<SiteSettings> {
  const read = () => readSettings(tx);
  const cache = cacheOf(tx);
  if (tx.db.isTransaction) return cache.peek('site') ?? cache.reload('site', read);
  return cache.get('site', read);
}

/** Call this after a change is committed, so that this process sees it at once. */
export function forgetSettings(application: Application): void {
  cacheOf(application).clear();
}

/** Forgets the settings when any process changes one. */
export function refreshSettingsOnChange(application: Pick<Context, 'live' | 'log'>): void {
  const forget = () => forgetSettings(application);
  forget();
  application.live.listenToSettings(forget);
}

/** Falls back to the default of a stored value that is invalid: one bad row must not close the shop. */
export async function readSettings({ db, log }: SettingsTx): Promise<SiteSettings> {
  const rows = await db.selectFrom('siteSettings').select(['key', 'value']).execute();
  const stored = new Map(rows.map(({ key, value }) => [key, value]));
  const settings: Record<string, unknown> = { ...DEFAULT_SITE_SETTINGS };
  for (const [key, schema] of Object.entries(siteSettings.shape)) {
    if (!stored.has(key)) continue;
    const value = schema.safeParse(stored.get(key));
    if (value.success) settings[key] = value.data;
    else
      log.error({ setting: key, problem: value.error.message }, 'invalid stored setting; using its default');
  }
  return settings as SiteSettings;
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
export async function notifySettingsChanged(db: Db): Promise<void> {
  await sql`select pg_notify(${SETTINGS_CHANNEL}, '')`.execute(db);
}

export const facesSwitchedOn = defineJob({ name: 'settings.faces-switched-on', payload: z.object({}) });

/** Longer than a process may keep the old settings, so that the job finds the new ones. */
const DELAY_SECONDS = 4;

export async function notifyFacesSwitchedOn({ db, queue }: Pick<Tx, 'db' | 'queue'>): Promise<void> {
  await queue.enqueue(db, facesSwitchedOn, {}, { startAfterSeconds: DELAY_SECONDS });
}
