import { sql } from 'kysely';
import {
  FACTORY_NOTIFICATION_SETTINGS,
  NOTIFICATION_CHANNELS,
  NOTIFICATION_KINDS,
  type NotificationChannel,
  type NotificationKind,
  type NotificationSettings,
  wantsAnySms,
} from '#contract/rules/notifications.ts';
import { can } from '#contract/rules/permissions.ts';
import type { Tx } from '#server/context.ts';
import { auditUser, getChangeable, getReachable, readOf } from '#server/modules/accounts/customer-access.ts';
import { markSettingsModified } from '#server/modules/accounts/update-user.ts';
import { checkVersion, recordChange, versionOf } from '#server/platform/audit/versions.ts';
import { advisoryLock } from '#server/platform/database/advisory-lock.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import {
  liftSuppressions,
  listSuppressions,
  type SuppressionReason,
} from '#server/platform/mail/suppressions.ts';
import { type ExportFile, jsonFile, jsonFiles } from '#server/platform/personal-data/export-file.ts';
import { resetAlertChoices } from './alert-choices.ts';
import { exportDevices } from './push-devices.ts';
import { type QuietHours, quietHoursOf, saveQuietHours } from './quiet-hours.ts';

export type UserNotificationSettings = {
  userId: number;
  settings: NotificationSettings;
  modifiedOn: string | null;
  emailStopped: SuppressionReason[];
  quietHours: QuietHours;
};

export async function getNotificationSettings(
  { db }: Pick<Tx, 'db'>,
  actor: Actor,
  userId: number,
): Promise<UserNotificationSettings> {
  const user = await getReachable(db, actor, userId);
  requireNotificationRights(actor, userId);
  await readOf({ db }, actor, { userId, part: 'notification settings' });
  const settings = (await settingsOf(db, [userId]))(userId);
  const emailStopped = await listSuppressions(db, user.email);
  const quietHours = await quietHoursOf(db, userId);
  const modifiedOn = user.hasModifiedNotificationSettings;
  return { userId, settings, modifiedOn, emailStopped, quietHours };
}

/** Staff need it besides what reading or changing a customer takes. */
function requireNotificationRights(actor: Actor, userId: number): void {
  if (actor.userId !== userId && !can(actor, 'customer_notification_settings'))
    throw new AppError('forbidden');
}

/** A user's own choice comes before the site default, which comes before the factory settings. */
export async function settingsOf(
  db: Db,
  userIds: number[],
): Promise<(userId: number) => NotificationSettings> {
  const rows = await db
    .selectFrom('userNotificationSettings')
    .select(['userId', 'settings'])
    .where('userId', '=', anyOf(userIds))
    .execute();
  const chosen = new Map(rows.map((row) => [row.userId, row.settings as Partial<NotificationSettings>]));
  const siteDefault = await findLatestDefault(db);
  const fallback = siteDefault?.settings ?? FACTORY_NOTIFICATION_SETTINGS;
  return (userId) => completeSettings(chosen.get(userId), fallback);
}

const OFF = { email: false, sms: false, push: false };

/** Somebody who turned off every email before a kind existed does not want it either. */
function completeSettings(
  chosen: Partial<NotificationSettings> | undefined,
  fallback: NotificationSettings,
): NotificationSettings {
  if (!chosen) return fallback;
  const wantsNone = Object.values(chosen).every(({ email }) => !email);
  const others = wantsNone ? NOTIFICATION_KINDS.map((kind) => [kind, OFF]) : Object.entries(fallback);
  const all = { ...(Object.fromEntries(others) as NotificationSettings), ...chosen };
  // Settings from before a channel existed do not name it.
  return Object.fromEntries(
    NOTIFICATION_KINDS.map((kind) => [kind, { ...fallback[kind], ...all[kind] }]),
  ) as NotificationSettings;
}

/** Changes of one person wait for each other, so that a second one does not undo the first. */
const lockSettings = (db: Db, userId: number) => advisoryLock(db, `notification-settings:${userId}`);

/** Applies to people who asked by phone to be told about new photos. */
export async function startTexts({ db }: Pick<Tx, 'db'>, userId: number): Promise<void> {
  await lockSettings(db, userId);
  const settings = (await settingsOf(db, [userId]))(userId);
  const album_published = { ...settings.album_published, sms: true };
  await upsertUserSettings(db, userId, { ...settings, album_published });
}

export async function stopChannel(
  tx: Pick<Tx, 'db' | 'clock'>,
  {
    userId,
    channel,
    kinds,
  }: { userId: number; channel: NotificationChannel; kinds: readonly NotificationKind[] },
): Promise<void> {
  await lockSettings(tx.db, userId);
  const settings = structuredClone((await settingsOf(tx.db, [userId]))(userId));
  for (const kind of kinds) {
    settings[kind][channel] = false;
    await resetAlertChoices(tx.db, { userId, kind, channels: [channel] });
  }
  await upsertUserSettings(tx.db, userId, settings);
  await markSettingsModified(tx, userId);
}

/** The customer, or staff on their behalf, confirms that the address works again. */
export async function resumeEmail(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  actor: Actor,
  userId: number,
): Promise<UserNotificationSettings> {
  const user = await getChangeable({ db }, actor, userId);
  requireNotificationRights(actor, userId);
  const before = await listSuppressions(db, user.email);
  await liftSuppressions(db, user.email, clock.now());
  if (userId !== actor.userId) {
    const change = { action: 'settings.resume-email', userId, before, after: [] } as const;
    await auditUser(db, actor.userId, change);
  }
  return getNotificationSettings({ db }, actor, userId);
}

export async function updateNotificationSettings(
  tx: Pick<Tx, 'db' | 'clock'>,
  actor: Actor,
  {
    userId,
    settings,
    quietHours,
  }: { userId: number; settings: NotificationSettings; quietHours?: QuietHours | undefined },
): Promise<UserNotificationSettings> {
  const { db } = tx;
  const user = await getChangeable(tx, actor, userId);
  requireNotificationRights(actor, userId);
  if (wantsAnySms(settings) && user.phoneVerifiedAt === null) throw new AppError('phone_not_verified');
  await lockSettings(db, userId);
  const before = await db
    .selectFrom('userNotificationSettings')
    .select('settings')
    .where('userId', '=', userId)
    .executeTakeFirst();
  const known = (await settingsOf(db, [userId]))(userId);
  for (const kind of NOTIFICATION_KINDS) {
    const channels = NOTIFICATION_CHANNELS.filter((name) => known[kind][name] !== settings[kind][name]);
    await resetAlertChoices(db, { userId, kind, channels });
  }
  await upsertUserSettings(db, userId, settings);
  if (quietHours) await saveQuietHours(db, userId, quietHours);
  const modifiedOn = await markSettingsModified(tx, userId);
  if (userId !== actor.userId) {
    const change = { action: 'settings.update', userId, before: before?.settings, after: settings } as const;
    await auditUser(db, actor.userId, change);
  }
  const emailStopped = await listSuppressions(db, user.email);
  const quiet = await quietHoursOf(db, userId);
  return { userId, settings, modifiedOn, emailStopped, quietHours: quiet };
}

export async function setSiteDefault(
  { db }: Pick<Tx, 'db'>,
  { userId }: Actor,
  { settings: edit, version }: { settings: Partial<NotificationSettings>; version?: number | undefined },
) {
  await sql`lock table default_notification_settings in share row exclusive mode`.execute(db);
  await checkVersion(db, { subject: DEFAULTS, version, edit });
  const before = (await findLatestDefault(db))?.settings ?? FACTORY_NOTIFICATION_SETTINGS;
  const after = { ...before, ...edit };
  const created = await insertDefault(db, { settings: after, createdBy: userId });
  await recordChange(db, { actorId: userId, action: 'settings.default', subject: DEFAULTS, before, after });
  return { ...created, version: await versionOf(db, DEFAULTS) };
}

const DEFAULTS = 'site';

export async function readSiteDefault({ db }: Pick<Tx, 'db'>) {
  const version = await versionOf(db, DEFAULTS);
  const latest = await findLatestDefault(db);
  return latest && { ...latest, version };
}

export async function* exportNotifications(
  { db }: Pick<Tx, 'db'>,
  userId: number,
): AsyncGenerator<ExportFile> {
  yield jsonFile('notification-settings.json', (await settingsOf(db, [userId]))(userId));
  yield jsonFile('devices-with-notifications.json', await exportDevices(db, userId));
  yield* jsonFiles('messages-sent', (afterId, limit) =>
    listNotificationsAfter(db, { userId, afterId, limit }),
  );
}

export async function upsertUserSettings(
  db: Db,
  userId: number,
  settings: NotificationSettings,
): Promise<void> {
  const fresh = { settings: JSON.stringify(settings), updatedAt: sql<string>`now()` };
  await db
    .insertInto('userNotificationSettings')
    .values({ userId, ...fresh })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(fresh))
    .execute();
}

export async function insertDefault(db: Db, entry: { settings: NotificationSettings; createdBy: number }) {
  const row = await db
    .insertInto('defaultNotificationSettings')
    .values({ createdBy: entry.createdBy, settings: JSON.stringify(entry.settings) })
    .returning(['id', 'createdAt'])
    .executeTakeFirstOrThrow();
  return { ...row, settings: entry.settings };
}

export function listNotificationsAfter(
  db: Db,
  { userId, afterId, limit }: { userId: number; afterId: number; limit: number },
) {
  return db
    .selectFrom('notifications')
    .leftJoin('notificationMessages', 'notificationMessages.id', 'notifications.messageId')
    .select(['notifications.id', 'notifications.kind', 'notifications.channel', 'title', 'line', 'path'])
    .select(['notifications.createdAt', 'notificationMessages.sentAt'])
    .where('notifications.userId', '=', userId)
    .where('notifications.id', '>', afterId)
    .orderBy('notifications.id')
    .limit(limit)
    .execute();
}

export async function findLatestDefault(db: Db) {
  const row = await db
    .selectFrom('defaultNotificationSettings')
    .select(['id', 'settings', 'createdAt'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  // Settings from before a kind existed do not name it.
  return (
    row && {
      ...row,
      settings: { ...FACTORY_NOTIFICATION_SETTINGS, ...(row.settings as Partial<NotificationSettings>) },
    }
  );
}
