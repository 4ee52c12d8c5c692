import { sql } from 'kysely';
import { z } from 'zod';
import { DEFAULT_SITE_SETTINGS, type SiteSettings, siteSettings } from '#contract/endpoints/settings.ts';
import type { Context, Tx } from '#server/context.ts';
import { compileOnce } from '#server/platform/compile-once.ts';
import type { Db } from '#server/platform/database.ts';
import { defineJob } from '#server/platform/queue.ts';

/** Bounds how old an answer can be while the connection that tells of changes is lost. */
const KEEP_MS = 2_000;
/** An answer of this age is read anew while it is still given, so that no caller has to wait. */
const RENEW_MS = 1_000;
type Kept = { readAt: number; version: number; settings: SiteSettings };
type Read = { version: number; settings: Promise<SiteSettings> };
type SettingsTx = Pick<Tx, 'db' | 'log'>;
/** The key is the adapter because a transaction shares its database's adapter. */
const kept = new WeakMap<object, Kept>();
const shared = new WeakMap<object, Read>();
/** A process has several databases, for requests and for photos. A change makes the answers of all of them old. */
let version = 0;

/** Answers from memory until `followSettings` hears of a change, and for two seconds at most. */
export async function getSettings(tx: SettingsTx): Promise<SiteSettings> {
  const found = kept.get(tx.db.getExecutor().adapter);
  const isCurrent = found?.version === version;
  const ageMs = found && isCurrent ? performance.now() - found.readAt : KEEP_MS;
  if (!found || ageMs >= KEEP_MS) return tx.db.isTransaction ? readAndKeep(tx) : readTogether(tx);
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
  if (running?.version === version) return running.settings;
  const read: Read = { version, settings: readAndKeep(tx) };
  shared.set(adapter, read);
  const end = () => {
    if (shared.get(adapter) === read) shared.delete(adapter);
  };
  read.settings.then(end, end);
  return read.settings;
}

/** What was read before a change carries the version from before it, so it is not given after the change. */
async function readAndKeep(tx: SettingsTx): Promise<SiteSettings> {
  const read = { readAt: performance.now(), version };
  const settings = await readSettings(tx);
  if (read.version === version) kept.set(tx.db.getExecutor().adapter, { ...read, settings });
  return settings;
}

/** Call this after a change is committed, so that this process sees it at once. */
export function forgetSettings(): void {
  version += 1;
}

/** Forgets the settings when any process changes one. */
export function followSettings({ live }: Pick<Context, 'live'>): void {
  live.listenToSettings(forgetSettings);
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

const listStored = compileOnce((db) => db.selectFrom('siteSettings').select(['key', 'value']), {
  isQuick: true,
});

function listStoredSettings(db: Db) {
  return listStored(db, {});
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

export const facesSwitchedOn = defineJob({ name: 'settings.faces-switched-on', payload: z.object({}) });

/** Longer than a process may keep the old settings, so that the job finds the new ones. */
const DELAY_SECONDS = 4;

export async function tellFacesSwitchedOn({ db, queue }: Pick<Tx, 'db' | 'queue'>): Promise<void> {
  await queue.enqueue(db, facesSwitchedOn, {}, { startAfterSeconds: DELAY_SECONDS });
}
