import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { notificationEndpoints } from '#contract/endpoints/notifications.ts';
import {
  FACTORY_NOTIFICATION_SETTINGS,
  NOTIFICATION_CHANNELS,
  NOTIFICATION_KINDS,
  NOTIFICATION_TEXTS,
  type NotificationSettings,
} from '#contract/rules/notifications.ts';
import { Button } from '#web/components/button.tsx';
import { SavedNote } from '#web/components/saved-note.tsx';
import { ErrorNotice, QueryState, Skeleton } from '#web/components/states.tsx';
import { callApi } from '#web/lib/api.ts';
import { formatDay } from '#web/lib/formats.ts';
import {
  CHANNEL_LABELS,
  defaultSettingsQuery,
  NotificationMatrix,
  withChange,
} from './notification-matrix.tsx';

/** The default affects everyone who never chose, so it is saved with a button. */
export function DefaultSettingsForm() {
  const queryClient = useQueryClient();
  const defaults = useQuery(defaultSettingsQuery);
  const [draft, setDraft] = useState<NotificationSettings>();
  const save = useMutation({
    mutationFn: (settings: NotificationSettings) =>
      callApi(notificationEndpoints.setDefaultSettings, { body: { settings } }),
    onSuccess: (saved) => {
      queryClient.setQueryData(defaultSettingsQuery.queryKey, [saved]);
      setDraft(undefined);
    },
  });
  return (
    <QueryState query={defaults} loading={<Skeleton label="Loading defaults" className="h-[340px]" />}>
      {([latest]) => {
        const shown = draft ?? latest?.settings ?? FACTORY_NOTIFICATION_SETTINGS;
        return (
          <div className="grid gap-5">
            <ErrorNotice error={save.error} />
            <NotificationMatrix
              caption="Defaults for customers who have not chosen"
              settings={shown}
              onChange={(change) => setDraft(withChange(shown, change))}
            />
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <Button disabled={!draft} isBusy={save.isPending} onClick={() => draft && save.mutate(draft)}>
                Save defaults
              </Button>
              {draft && (
                <Button kind="ghost" onClick={() => setDraft(undefined)}>
                  Undo changes
                </Button>
              )}
              <SavedNote isSaved={save.isSuccess && !draft} />
              <p className="text-14 text-ink-2 sm:ml-auto">
                {latest ? `Last changed ${formatDay(latest.created_at)}` : 'Never changed'}
              </p>
            </div>
          </div>
        );
      }}
    </QueryState>
  );
}

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
              {told.length === 0 ? 'Nothing' : told.map((kind) => NOTIFICATION_TEXTS[kind].label).join(', ')}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
