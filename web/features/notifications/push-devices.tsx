import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { notificationEndpoints } from '#contract/endpoints/notifications.ts';
import { Button } from '#web/components/button.tsx';
import { SelectField } from '#web/components/form.tsx';
import { ErrorNotice, Notice } from '#web/components/states.tsx';
import { callApi } from '#web/lib/api.ts';
import { browserTimeZone, formatDay, formatHour } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { settingsQuery, withoutSms } from './notification-matrix.tsx';
import { devicesQuery, useRemoveDevice, useTurnOnHere, whyNotHere } from './push-here.ts';

/** The devices that show notifications, and whether this one does. */
export function PushDevices() {
  const { data } = useQuery(devicesQuery);
  const turnOn = useTurnOnHere();
  const remove = useRemoveDevice();
  const [problem] = useState(whyNotHere);
  if (!data) return null;
  const isOn = data.devices.some(({ is_this }) => is_this);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 border-line border-t pt-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h3 className="font-bold">{i18n.t('Notifications on your devices')}</h3>
          <p className="text-14 text-ink-2">{i18n.t('They stop on a device when you log out there.')}</p>
        </div>
        {!isOn && !problem && (
          <Button kind="line" isBusy={turnOn.isPending} onClick={() => turnOn.mutate()}>
            {i18n.t('Turn on for this device')}
          </Button>
        )}
      </div>
      {!isOn && problem && <Notice tone="info">{problem}</Notice>}
      {turnOn.error && <Notice tone="info">{turnOn.error.message}</Notice>}
      <ErrorNotice error={remove.error} />
      {data.devices.length > 0 && (
        <ul>
          {data.devices.map((device) => (
            <li key={device.id} className="flex min-h-14 items-center gap-3 border-line border-t">
              <span className="min-w-0 flex-1">
                <span className="block truncate font-[650]">
                  {device.is_this ? i18n.t('{label} (this device)', { label: device.label }) : device.label}
                </span>
                <span className="block text-14 text-ink-2">
                  {i18n.t('On since {date}', { date: formatDay(device.created_at) })}
                </span>
              </span>
              <Button
                kind="ghost"
                size="small"
                aria-label={i18n.t('Turn off {label}', { label: device.label })}
                onClick={() => remove.mutate(device)}
              >
                {i18n.t('Turn off')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const nameHour = (hour: number) => formatHour(new Date(hour * 3_600_000).toISOString(), 'UTC');

/** When to send neither push nor text about new photos. */
export function QuietHours({ userId, isPhoneVerified }: { userId: number; isPhoneVerified: boolean }) {
  const client = useQueryClient();
  const { queryKey, ...query } = settingsQuery(userId);
  const { data } = useQuery({ queryKey, ...query });
  const save = useMutation({
    mutationFn: ({ from, to }: { from: number; to: number }) => {
      if (!data) throw new Error('Settings are not loaded');
      return callApi(notificationEndpoints.updateSettings, {
        params: { id: userId },
        body: {
          settings: isPhoneVerified ? data.settings : withoutSms(data.settings),
          quiet_hours: { from, to, time_zone: browserTimeZone() },
        },
      });
    },
    onSuccess: (saved) => client.setQueryData(queryKey, saved),
  });
  if (!data) return null;
  const { from, to } = (save.isPending && save.variables) || data.quiet_hours;
  const fields = [
    ['from', i18n.t('Quiet from'), from],
    ['to', i18n.t('Quiet until'), to],
  ] as const;
  return (
    <div className="grid gap-3 border-line border-t pt-5">
      <div>
        <h3 className="font-bold">{i18n.t('Quiet hours')}</h3>
        <p className="text-14 text-ink-2">
          {i18n.t('We hold notifications and texts about new photos until quiet hours end.')}
        </p>
      </div>
      <ErrorNotice error={save.error} />
      <div className="grid grid-cols-2 gap-3 desk:max-w-[360px]">
        {fields.map(([name, label, value]) => (
          <SelectField
            key={name}
            label={label}
            value={value}
            onChange={(event) => save.mutate({ from, to, [name]: Number(event.target.value) })}
          >
            {HOURS.map((hour) => (
              <option key={hour} value={hour}>
                {nameHour(hour)}
              </option>
            ))}
          </SelectField>
        ))}
      </div>
      {from === to && (
        <p className="text-14 text-ink-2">{i18n.t('These are the same time, so you have no quiet hours.')}</p>
      )}
    </div>
  );
}
