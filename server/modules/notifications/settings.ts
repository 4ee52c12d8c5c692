import {
  FACTORY_NOTIFICATION_SETTINGS,
  type NotificationKind,
  type NotificationSettings,
  wantsAnySms,
} from '#contract/rules/notification-settings.ts';
import type { Tx } from '#server/context.ts';
import { getVisibleUser, markSettingsModified } from '#server/modules/accounts/update-user.ts';
import { recordAudit } from '#server/platform/audit.ts';
import type { Db } from '#server/platform/database.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import {
  liftSuppressions,
  listSuppressions,
  type SuppressionReason,
} from '#server/platform/mail/suppressions.ts';
import {
  findChosenSettings,
  findLatestDefault,
  findUserSettings,
  insertDefault,
  upsertUserSettings,
} from './notifications.queries.ts';

type World = Pick<Tx, 'db' | 'clock'>;

export type UserSettings = {
  userId: number;
  settings: NotificationSettings;
  modifiedOn: string | null;
  emailStopped: SuppressionReason[];
};

export async function getSettings(world: World, actor: Actor, userId: number): Promise<UserSettings> {
  const user = await getVisibleUser(world, actor, userId);
  const settings = (await settingsOf(world.db, [userId]))(userId);
  const emailStopped = await listSuppressions(world.db, user.email);
  return { userId, settings, modifiedOn: user.hasModifiedNotificationSettings, emailStopped };
}

/** What holds for each of some users: their own choice, else the site's, else as delivered. */
export async function settingsOf(
  db: Db,
  userIds: number[],
): Promise<(userId: number) => NotificationSettings> {
  const chosen = await findChosenSettings(db, userIds);
  const fallback = await siteDefault({ db });
  return (userId) => chosen.get(userId) ?? fallback;
}

/** Turns e-mails of some kinds off and leaves all else as it is. */
export async function stopEmails(
  world: World,
  userId: number,
  kinds: readonly NotificationKind[],
): Promise<void> {
  const settings = structuredClone((await settingsOf(world.db, [userId]))(userId));
  for (const kind of kinds) settings[kind].email = false;
  await upsertUserSettings(world.db, userId, settings);
  await markSettingsModified(world, userId);
}

/** The customer, or staff for them, says that the address is good again. */
export async function resumeEmail(world: World, actor: Actor, userId: number): Promise<UserSettings> {
  const user = await getVisibleUser(world, actor, userId);
  const before = await listSuppressions(world.db, user.email);
  await liftSuppressions(world.db, user.email, world.clock.now());
  if (actor.userId !== userId) {
    const subject = `user:${userId}`;
    await recordAudit(world.db, {
      actorId: actor.userId,
      action: 'settings.resume-email',
      subject,
      before,
      after: [],
    });
  }
  return getSettings(world, actor, userId);
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
  return { userId, settings, modifiedOn, emailStopped: await listSuppressions(world.db, user.email) };
}

async function siteDefault({ db }: Pick<World, 'db'>): Promise<NotificationSettings> {
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
