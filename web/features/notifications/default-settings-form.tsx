import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { notificationEndpoints } from '#contract/endpoints/notifications.ts';
import {
  FACTORY_NOTIFICATION_SETTINGS,
  type NotificationSettings,
} from '#contract/rules/notification-settings.ts';
import { Button } from '#web/components/button.tsx';
import { Notice } from '#web/components/notice.tsx';
import { QueryState } from '#web/components/query-state.tsx';
import { SavedNote } from '#web/components/saved-note.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import { callApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { formatDate } from '#web/lib/formats.ts';
import { NotificationMatrix } from './notification-matrix.tsx';
import { defaultSettingsQuery, withChange } from './settings.query.ts';

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
            {save.isError && <Notice tone="bad">{messageOf(save.error)}</Notice>}
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
                {latest ? `Last changed ${formatDate(latest.created_at)}` : 'Never changed'}
              </p>
            </div>
          </div>
        );
      }}
    </QueryState>
  );
}
