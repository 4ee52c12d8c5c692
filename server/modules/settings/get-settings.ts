import { DEFAULT_SITE_SETTINGS, type SiteSettings, siteSettings } from '#contract/endpoints/settings.ts';
import type { Context, Tx } from '#server/context.ts';
import { listStoredSettings } from './settings.queries.ts';

/** Bounds how old an answer can be while the connection that tells of changes is lost. */
const KEEP_MS = 2_000;
/** An answer of this age is read anew while it is still given, so that no caller has to wait. */
const RENEW_MS = 1_000;
type Kept = { readAt: number; settings: SiteSettings };
type Read = { isOld: boolean; settings: Promise<SiteSettings> };
type SettingsTx = Pick<Tx, 'db' | 'log'>;
/** The key is the adapter because a transaction shares its database's adapter. */
const kept = new WeakMap<object, Kept>();
const reading = new WeakMap<object, Set<Read>>();
const shared = new WeakMap<object, Read>();

/** Answers from memory until `followSettings` hears of a change, and for two seconds at most. */
export async function getSettings(tx: SettingsTx): Promise<SiteSettings> {
  const found = kept.get(tx.db.getExecutor().adapter);
  const ageMs = found ? performance.now() - found.readAt : KEEP_MS;
  if (!found || ageMs >= KEEP_MS) return tx.db.isTransaction ? readAndKeep(tx).settings : readTogether(tx);
  // Callers who need the answer report a failure.
  if (ageMs >= RENEW_MS && !tx.db.isTransaction) readTogether(tx).catch(() => undefined);
  return found.settings;
}

/**
 * Callers who arrive while the settings are read wait for the same answer. Transactions do not, because those that wait could
 * hold every connection and leave none to read with.
 */
function readTogether(tx: SettingsTx): Promise<SiteSettings> {
  const { adapter } = tx.db.getExecutor();
  const running = shared.get(adapter);
  if (running && !running.isOld) return running.settings;
  const read = readAndKeep(tx);
  shared.set(adapter, read);
  const end = () => {
    if (shared.get(adapter) === read) shared.delete(adapter);
  };
  read.settings.then(end, end);
  return read.settings;
}

function readAndKeep(tx: SettingsTx): Read {
  const { adapter } = tx.db.getExecutor();
  const readAt = performance.now();
  const reads = reading.get(adapter) ?? new Set();
  reading.set(adapter, reads);
  const read: Read = { isOld: false, settings: load() };
  reads.add(read);
  return read;

  async function load(): Promise<SiteSettings> {
    try {
      const settings = await readSettings(tx);
      // What was read before a change must not be kept after it.
      if (!read.isOld) kept.set(adapter, { readAt, settings });
      return settings;
    } finally {
      reads.delete(read);
    }
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
export async function readSettings({ db, log }: SettingsTx): Promise<SiteSettings> {
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
