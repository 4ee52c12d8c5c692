import type { SiteSettings } from '#contract/endpoints/settings.ts';
import { type Context, inTransaction } from '#server/context.ts';
import { recordAudit } from '#server/platform/audit.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { tellFacesSwitchedOn } from './faces-switched-on.ts';
import { forgetSettings, readSettings } from './get-settings.ts';
import { lockSettings, storeSetting } from './settings.queries.ts';

export type SettingsChange = { [Key in keyof SiteSettings]?: SiteSettings[Key] | undefined };

export async function changeSettings(
  context: Context,
  actor: Actor,
  change: SettingsChange,
): Promise<SiteSettings> {
  const after = await inTransaction(context, async (tx) => {
    await lockSettings(tx.db);
    const before = await readSettings(tx);
    const keys = (Object.keys(change) as (keyof SiteSettings)[]).filter(
      (key) => change[key] !== undefined && change[key] !== before[key],
    );
    if (keys.length === 0) return before;
    for (const key of keys) {
      await storeSetting(tx.db, {
        key,
        value: change[key],
        changedAt: tx.clock.now(),
        changedBy: actor.userId,
      });
    }
    await recordAudit(tx.db, {
      actorId: actor.userId,
      action: 'settings.change',
      subject: 'site',
      before: Object.fromEntries(keys.map((key) => [key, before[key]])),
      after: Object.fromEntries(keys.map((key) => [key, change[key]])),
    });
    if (keys.includes('face_matching') && change.face_matching) await tellFacesSwitchedOn(tx);
    return readSettings(tx);
  });
  forgetSettings(context);
  return after;
}
