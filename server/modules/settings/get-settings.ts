import { DEFAULT_SITE_SETTINGS, type SiteSettings, siteSettings } from '#contract/endpoints/settings.ts';
import type { Tx } from '#server/context.ts';
import { listStoredSettings } from './settings.queries.ts';

const KEEP_MS = 2_000;
/** The key is the adapter because a transaction shares its database's adapter. */
const kept = new WeakMap<object, { until: number; settings: SiteSettings }>();

/** Answers from memory for two seconds, so a change reaches every process within that time. */
export async function getSettings(tx: Pick<Tx, 'db' | 'log'>): Promise<SiteSettings> {
  const { adapter } = tx.db.getExecutor();
  const found = kept.get(adapter);
  if (found && found.until > performance.now()) return found.settings;
  const until = performance.now() + KEEP_MS;
  const settings = await readSettings(tx);
  kept.set(adapter, { until, settings });
  return settings;
}

/** Call this after a change is committed, so that this process sees it at once. */
export function forgetSettings({ db }: Pick<Tx, 'db'>): void {
  kept.delete(db.getExecutor().adapter);
}

/** Falls back to the default of a stored value that is invalid: one bad row must not close the shop. */
export async function readSettings({ db, log }: Pick<Tx, 'db' | 'log'>): Promise<SiteSettings> {
  const stored = new Map((await listStoredSettings(db)).map((row) => [row.key, row.value]));
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
