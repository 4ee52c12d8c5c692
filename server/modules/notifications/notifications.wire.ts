import type { NotificationSettings } from '#contract/rules/notification-settings.ts';
import { toIso } from '#server/platform/timestamps.ts';
import type { UserNotificationSettings } from './notification-settings.ts';

export function toWireSettings({ userId, settings, modifiedOn, emailStopped }: UserNotificationSettings) {
  return {
    user: userId,
    settings,
    has_modified_notification_settings: modifiedOn,
    email_stopped: emailStopped,
  };
}

export function toWireDefault(row: { id: number; settings: NotificationSettings; createdAt: string }) {
  return { id: row.id, settings: row.settings, created_at: toIso(row.createdAt) };
}
