import type { SavedSettings, SiteSettings } from '#contract/endpoints/settings.ts';
import type { Tx } from '#server/context.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import { checkVersion, versionOf } from '#server/platform/audit/versions.ts';
import type { Actor } from '#server/platform/http/access.ts';
import {
  lockSettings,
  notifyFacesSwitchedOn,
  notifySettingsChanged,
  readSettings,
  storeSetting,
} from './get-settings.ts';

type SettingsChange = { [Key in keyof SiteSettings]?: SiteSettings[Key] | undefined };

export async function changeSettings(
  tx: Pick<Tx, 'db' | 'clock' | 'log' | 'queue'>,
  actor: Actor,
  { version, ...change }: SettingsChange & { version?: number | undefined },
): Promise<SavedSettings> {
  const { db, clock } = tx;
  await lockSettings(db);
  await checkVersion(db, { subject: SITE, version, edit: change });
  const before = await readSettings(tx);
  const keys = (Object.keys(change) as (keyof SiteSettings)[]).filter(
    (key) => change[key] !== undefined && change[key] !== before[key],
  );
  if (keys.length === 0) return { ...before, version: await versionOf(db, SITE) };
  for (const key of keys) {
    await storeSetting(db, { key, value: change[key], changedAt: clock.now(), changedBy: actor.userId });
  }
  await notifySettingsChanged(db);
  await recordAudit(db, {
    actorId: actor.userId,
    action: 'settings.change',
    subject: SITE,
    before: Object.fromEntries(keys.map((key) => [key, before[key]])),
    after: Object.fromEntries(keys.map((key) => [key, change[key]])),
  });
  if (keys.includes('face_matching') && change.face_matching) await notifyFacesSwitchedOn(tx);
  return { ...(await readSettings(tx)), version: await versionOf(db, SITE) };
}

export async function readSavedSettings(tx: Pick<Tx, 'db' | 'log'>): Promise<SavedSettings> {
  const version = await versionOf(tx.db, SITE);
  return { ...(await readSettings(tx)), version };
}

const SITE = 'site';

/** The subjects of the audit log that belong to the settings. */
export const SETTINGS_SUBJECTS = [SITE, 'watermark'] as const;
