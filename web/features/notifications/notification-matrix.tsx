import { notificationEndpoints } from '#contract/endpoints/notifications.ts';
import {
  EMAIL_ONLY_KINDS,
  NOTIFICATION_CHANNELS,
  NOTIFICATION_KINDS,
  NOTIFICATION_TEXTS,
  type NotificationChannel,
  type NotificationKind,
  type NotificationSettings,
} from '#contract/rules/notifications.ts';
import { Switch } from '#web/components/switch.tsx';
import { Table } from '#web/components/table.tsx';
import { apiQuery } from '#web/lib/api.ts';
import { i18n } from '#web/lib/i18n.ts';

export type SettingChange = { kind: NotificationKind; channel: NotificationChannel; isOn: boolean };

type NotificationMatrixProps = {
  caption: string;
  settings: NotificationSettings;
  onChange: (change: SettingChange) => void;
  /** The id of the sentence that explains why text messages are off. */
  smsBlockedBy?: string;
};

export function NotificationMatrix({ caption, settings, onChange, smsBlockedBy }: NotificationMatrixProps) {
  return (
    <Table
      caption={caption}
      className="border-collapse"
      headLook="text-13 text-ink-2 *:pb-2 *:font-semibold!"
      rowLook="border-line border-t"
      rows={NOTIFICATION_KINDS}
      keyOf={(kind) => kind}
      columns={[
        {
          key: 'what',
          head: i18n.t('What'),
          isRowHead: true,
          className: (kind) => `text-left font-normal wrap-anywhere ${kind ? 'py-2.5 pr-3' : ''}`,
          cell: (kind) => (
            <>
              <span className="block font-[650]">{i18n.t(NOTIFICATION_TEXTS[kind].label)}</span>
              <span className="block text-14 text-ink-2">{i18n.t(NOTIFICATION_TEXTS[kind].explanation)}</span>
            </>
          ),
        },
        ...NOTIFICATION_CHANNELS.map((channel) => ({
          key: channel,
          head: i18n.t(CHANNEL_LABELS[channel]),
          className: 'w-16 text-center',
          cell: (kind: NotificationKind) => {
            if (channel === 'push' && EMAIL_ONLY_KINDS.includes(kind)) return null;
            if (channel === 'sms' && EMAIL_ONLY_KINDS.includes(kind)) {
              return <span className="text-13 text-ink-3">{i18n.t('Email only')}</span>;
            }
            const isBlocked = channel === 'sms' && smsBlockedBy !== undefined;
            return (
              <Switch
                aria-label={`${i18n.t(NOTIFICATION_TEXTS[kind].label)}: ${i18n.t(CHANNEL_LABELS[channel])}`}
                aria-describedby={isBlocked ? smsBlockedBy : undefined}
                disabled={isBlocked}
                checked={settings[kind][channel]}
                onChange={(event) => onChange({ kind, channel, isOn: event.target.checked })}
              />
            );
          },
        })),
      ]}
    />
  );
}

export const CHANNEL_LABELS: Record<NotificationChannel, string> = {
  email: /*i18n*/ 'Email',
  sms: /*i18n*/ 'Text',
  push: /*i18n*/ 'Push',
};

export const settingsQuery = (userId: number) =>
  apiQuery(['notification-settings', userId], notificationEndpoints.getSettings, { params: { id: userId } });

export const defaultSettingsQuery = apiQuery(
  ['default-notification-settings'],
  notificationEndpoints.getDefaultSettings,
);

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
