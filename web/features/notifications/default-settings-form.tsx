import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ResponseOf } from '#contract/endpoint.ts';
import { notificationEndpoints } from '#contract/endpoints/notifications.ts';
import { notificationSettings } from '#contract/entities/user.ts';
import {
  FACTORY_NOTIFICATION_SETTINGS,
  NOTIFICATION_CHANNELS,
  NOTIFICATION_KINDS,
  NOTIFICATION_TEXTS,
  type NotificationKind,
  type NotificationSettings,
} from '#contract/rules/notifications.ts';
import { Button } from '#web/components/button.tsx';
import { Form } from '#web/components/form.tsx';
import { SaveGuard } from '#web/components/save-guard.tsx';
import { SavedNote } from '#web/components/saved-note.tsx';
import { StaffButton } from '#web/components/staff-button.tsx';
import { QueryState, Skeleton } from '#web/components/states.tsx';
import { callApi } from '#web/lib/api.ts';
import { formatDay } from '#web/lib/formats.ts';
import { userCan, useUser } from '#web/lib/session.ts';
import { useSavedForm } from '#web/lib/use-saved-form.ts';
import {
  CHANNEL_LABELS,
  defaultSettingsQuery,
  NotificationMatrix,
  withChange,
} from './notification-matrix.tsx';

/** The default affects everyone who never chose, so it is saved with a button. */
export function DefaultSettingsForm() {
  const defaults = useQuery(defaultSettingsQuery);
  return (
    <QueryState query={defaults} loading={<Skeleton label="Loading defaults" className="h-[340px]" />}>
      {([latest]) => <DefaultsForm latest={latest} />}
    </QueryState>
  );
}

type Default = ResponseOf<typeof notificationEndpoints.setDefaultSettings>;
const NEVER_CHANGED = { settings: FACTORY_NOTIFICATION_SETTINGS, version: 0 };

function DefaultsForm({ latest }: { latest: Default | undefined }) {
  const queryClient = useQueryClient();
  const { form, save } = useSavedForm({
    schema: notificationSettings,
    saved: latest ?? NEVER_CHANGED,
    toValues: (read): NotificationSettings => (read ?? NEVER_CHANGED).settings,
    send: ({ changes, version }) =>
      callApi(notificationEndpoints.setDefaultSettings, { body: { settings: changes, version } }),
    reload: async () =>
      (await queryClient.fetchQuery({ ...defaultSettingsQuery, staleTime: 0 }))[0] ?? NEVER_CHANGED,
    onSaved: () => queryClient.invalidateQueries({ queryKey: defaultSettingsQuery.queryKey }),
    labelOf: (kind) => NOTIFICATION_TEXTS[kind as NotificationKind].label,
    showValue: (channels) =>
      NOTIFICATION_CHANNELS.filter((channel) => (channels as Record<string, boolean>)[channel])
        .map((channel) => CHANNEL_LABELS[channel])
        .join(' and ') || 'Nothing',
  });
  const shown = form.watch();
  const { isDirty } = form.formState;
  return (
    <Form className="grid gap-5" failure={save.failure} onSubmit={save.submit}>
      <fieldset disabled={!userCan(useUser(), 'change_customers')}>
        <NotificationMatrix
          caption="Defaults for customers who have not chosen"
          settings={shown}
          onChange={(change) =>
            form.setValue(change.kind, withChange(shown, change)[change.kind], { shouldDirty: true })
          }
        />
      </fieldset>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <StaffButton type="submit" disabled={!isDirty} isBusy={save.isPending}>
          Save defaults
        </StaffButton>
        {isDirty && (
          <Button kind="ghost" onClick={save.discard}>
            Undo changes
          </Button>
        )}
        <SavedNote isSaved={save.isSuccess && !isDirty} />
        <p className="text-14 text-ink-2 sm:ml-auto">
          {latest ? `Last changed ${formatDay(latest.created_at)}` : 'Never changed'}
        </p>
      </div>
      <SaveGuard save={save} />
    </Form>
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
