import { DEFAULT_SITE_SETTINGS, type SiteSettings, siteSettings } from '#contract/endpoints/settings.ts';
import type { Context, Tx } from '#server/context.ts';
import { listStoredSettings } from './settings.queries.ts';

/** Bounds how old an answer can be while the connection that tells of changes is lost. */
const KEEP_MS = 2_000;
type Kept = { until: number; settings: SiteSettings };
/** The key is the adapter because a transaction shares its database's adapter. */
const kept = new WeakMap<object, Kept>();
const reading = new WeakMap<object, Set<{ isOld: boolean }>>();

/** Answers from memory until `followSettings` hears of a change, and for two seconds at most. */
export async function getSettings(tx: Pick<Tx, 'db' | 'log'>): Promise<SiteSettings> {
  const { adapter } = tx.db.getExecutor();
  const found = kept.get(adapter);
  if (found && found.until > performance.now()) return found.settings;
  const until = performance.now() + KEEP_MS;
  const reads = reading.get(adapter) ?? new Set();
  reading.set(adapter, reads);
  const read = { isOld: false };
  reads.add(read);
  try {
    const settings = await readSettings(tx);
    // What was read before a change must not be kept after it.
    if (!read.isOld) kept.set(adapter, { until, settings });
    return settings;
  } finally {
    reads.delete(read);
  }
}

/** Call this after a change is committed, so that this process sees it at once. */
export function forgetSettings({ db }: Pick<Tx, 'db'>): void {
  const { adapter } = db.getExecutor();
  kept.delete(adapter);
  for (const read of reading.get(adapter) ?? []) read.isOld = true;
}

/** Forgets the settings when any process changes one. */
export function followSettings({ db, live }: Pick<Context, 'db' | 'live'>): void {
  live.listenToSettings(() => forgetSettings({ db }));
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
