import { queryOptions } from '@tanstack/react-query';
import { notificationEndpoints } from '#contract/endpoints/notifications.ts';
import { NOTIFICATION_KINDS, type NotificationSettings } from '#contract/rules/notification-settings.ts';
import { callApi } from '#web/lib/api.ts';
import type { SettingChange } from './notification-matrix.tsx';

export const settingsQuery = (userId: number) =>
  queryOptions({
    queryKey: ['notification-settings', userId],
    queryFn: ({ signal }) => callApi(notificationEndpoints.getSettings, { params: { id: userId }, signal }),
  });

export const defaultSettingsQuery = queryOptions({
  queryKey: ['default-notification-settings'],
  queryFn: ({ signal }) => callApi(notificationEndpoints.getDefaultSettings, { signal }),
});

/** The server refuses text messages to an unverified number. */
export function withoutSms(settings: NotificationSettings): NotificationSettings {
  return NOTIFICATION_KINDS.reduce(
    (changed, kind) => withChange(changed, { kind, channel: 'sms', isOn: false }),
    settings,
  );
}

export function withChange(
  settings: NotificationSettings,
  { kind, channel, isOn }: SettingChange,
): NotificationSettings {
  return { ...settings, [kind]: { ...settings[kind], [channel]: isOn } };
}
