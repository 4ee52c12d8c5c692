import {
  FACTORY_NOTIFICATION_SETTINGS,
  type NotificationSettings,
  wantsAnySms,
} from '#contract/rules/notification-settings.ts';
import type { TxContext } from '#server/context.ts';
import { getVisibleUser, markSettingsModified } from '#server/modules/accounts/update-user.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import {
  findLatestDefault,
  findUserSettings,
  insertDefault,
  upsertUserSettings,
} from './notifications.queries.ts';

type World = Pick<TxContext, 'db' | 'clock'>;

export type UserSettings = { userId: number; settings: NotificationSettings; modifiedOn: string | null };

export async function getSettings(world: World, actor: Actor, userId: number): Promise<UserSettings> {
  const user = await getVisibleUser(world, actor, userId);
  const settings = (await findUserSettings(world.db, userId)) ?? (await siteDefault(world));
  return { userId, settings, modifiedOn: user.hasModifiedNotificationSettings };
}

export async function updateSettings(
  world: World,
  actor: Actor,
  userId: number,
  settings: NotificationSettings,
): Promise<UserSettings> {
  const user = await getVisibleUser(world, actor, userId);
  if (wantsAnySms(settings) && user.phoneVerifiedAt === null) throw new AppError('phone_not_verified');
  const before = await findUserSettings(world.db, userId);
  await upsertUserSettings(world.db, userId, settings);
  const modifiedOn = await markSettingsModified(world, userId);
  if (actor.userId !== userId) {
    const subject = `user:${userId}`;
    await recordAudit(world.db, {
      actorId: actor.userId,
      action: 'settings.update',
      subject,
      before,
      after: settings,
    });
  }
  return { userId, settings, modifiedOn };
}

export async function siteDefault({ db }: Pick<World, 'db'>): Promise<NotificationSettings> {
  const latest = await findLatestDefault(db);
  return { ...FACTORY_NOTIFICATION_SETTINGS, ...latest?.settings };
}

export async function setSiteDefault(world: World, actor: Actor, settings: NotificationSettings) {
  const before = await findLatestDefault(world.db);
  const created = await insertDefault(world.db, { settings, createdBy: actor.userId });
  const change = { action: 'settings.default', subject: 'site', before: before?.settings, after: settings };
  await recordAudit(world.db, { actorId: actor.userId, ...change });
  return created;
}
