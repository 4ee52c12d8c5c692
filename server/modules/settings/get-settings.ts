import { DEFAULT_SITE_SETTINGS, type SiteSettings, siteSettings } from '#contract/endpoints/settings.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/platform/database.ts';
import { listStoredSettings } from './settings.queries.ts';

export type SettingsWorld = Pick<Context, 'log'> & { db: Db };

const KEEP_MS = 2_000;
/** By database: transactions share their database's adapter. */
const kept = new WeakMap<object, { until: number; settings: SiteSettings }>();

/** Kept for two seconds: after so long a change has reached every process. */
export async function getSettings(world: SettingsWorld): Promise<SiteSettings> {
  const { adapter } = world.db.getExecutor();
  const found = kept.get(adapter);
  if (found && found.until > performance.now()) return found.settings;
  const until = performance.now() + KEEP_MS;
  const settings = await readSettings(world);
  kept.set(adapter, { until, settings });
  return settings;
}

/** After a change is committed, so that this process knows it at once. */
export function forgetSettings({ db }: Pick<SettingsWorld, 'db'>): void {
  kept.delete(db.getExecutor().adapter);
}

/** A stored value that makes no sense, or is of an older version, must not close the shop. */
export async function readSettings({ db, log }: SettingsWorld): Promise<SiteSettings> {
  const stored = new Map((await listStoredSettings(db)).map((row) => [row.key, row.value]));
  const settings: Record<string, unknown> = { ...DEFAULT_SITE_SETTINGS };
  for (const [key, schema] of Object.entries(siteSettings.shape)) {
    if (!stored.has(key)) continue;
    const value = schema.safeParse(stored.get(key));
    if (value.success) settings[key] = value.data;
    else
      log.error(
        { setting: key, problem: value.error.message },
        'a stored setting is wrong; its default is used',
      );
  }
  return settings as SiteSettings;
}
