import {
  EMAIL_ONLY_KINDS,
  NOTIFICATION_CHANNELS,
  NOTIFICATION_KINDS,
  type NotificationChannel,
  type NotificationKind,
  type NotificationSettings,
} from '#contract/rules/notification-settings.ts';
import { Switch } from '#web/components/switch.tsx';
import { CHANNEL_LABELS, KIND_TEXTS } from './notification-kinds.ts';

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
    <table className="w-full border-collapse">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="text-13 font-semibold text-ink-2">
          <th scope="col" className="pb-2 text-left font-semibold">
            What
          </th>
          {NOTIFICATION_CHANNELS.map((channel) => (
            <th key={channel} scope="col" className="w-16 pb-2 text-center font-semibold">
              {CHANNEL_LABELS[channel]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {NOTIFICATION_KINDS.map((kind) => (
          <tr key={kind} className="border-line border-t">
            <th scope="row" className="py-2.5 pr-3 text-left font-normal">
              <span className="block font-[650]">{KIND_TEXTS[kind].label}</span>
              <span className="block text-14 text-ink-2">{KIND_TEXTS[kind].explanation}</span>
            </th>
            {NOTIFICATION_CHANNELS.map((channel) => {
              const isBlocked = channel === 'sms' && smsBlockedBy !== undefined;
              return (
                <td key={channel} className="text-center">
                  {channel === 'sms' && EMAIL_ONLY_KINDS.includes(kind) ? (
                    <span className="text-13 text-ink-3">E-mail only</span>
                  ) : (
                    <Switch
                      aria-label={`${KIND_TEXTS[kind].label}: ${CHANNEL_LABELS[channel]}`}
                      aria-describedby={isBlocked ? smsBlockedBy : undefined}
                      disabled={isBlocked}
                      checked={settings[kind][channel]}
                      onChange={(event) => onChange({ kind, channel, isOn: event.target.checked })}
                    />
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
