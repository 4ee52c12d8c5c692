import { useQuery } from '@tanstack/react-query';
import {
  FACTORY_NOTIFICATION_SETTINGS,
  NOTIFICATION_CHANNELS,
  NOTIFICATION_KINDS,
} from '#contract/rules/notification-settings.ts';
import { Skeleton } from '#web/components/skeleton.tsx';
import { CHANNEL_LABELS, KIND_TEXTS } from './notification-kinds.ts';
import { defaultSettingsQuery } from './settings.query.ts';

export function DefaultSettingsSummary() {
  const { data, isPending } = useQuery(defaultSettingsQuery);
  if (isPending) return <Skeleton label="Loading the defaults" className="h-12" />;
  const settings = data?.[0]?.settings ?? FACTORY_NOTIFICATION_SETTINGS;
  return (
    <dl className="grid gap-1 text-14">
      {NOTIFICATION_CHANNELS.map((channel) => {
        const told = NOTIFICATION_KINDS.filter((kind) => settings[kind][channel]);
        return (
          <div key={channel} className="flex gap-3">
            <dt className="w-16 flex-none font-[650]">{CHANNEL_LABELS[channel]}</dt>
            <dd className="text-ink-2">
              {told.length === 0 ? 'Nothing' : told.map((kind) => KIND_TEXTS[kind].label).join(', ')}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
