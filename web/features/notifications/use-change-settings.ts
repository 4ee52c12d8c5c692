import { useMutation, useQueryClient } from '@tanstack/react-query';
import { notificationEndpoints } from '#contract/endpoints/notifications.ts';
import { callApi } from '#web/lib/api.ts';
import { todayIsoDate } from '#web/lib/formats.ts';
import type { SettingChange } from './notification-matrix.tsx';
import { settingsQuery, withChange, withoutSms } from './settings.query.ts';

/** A switch changes at once and changes back if its call fails. */
export function useChangeSettings(userId: number, isPhoneVerified: boolean) {
  const queryClient = useQueryClient();
  const { queryKey } = settingsQuery(userId);
  const apply = (change: SettingChange) =>
    queryClient.setQueryData(
      queryKey,
      (known) => known && { ...known, settings: withChange(known.settings, change) },
    );
  return useMutation({
    scope: { id: `notification-settings-${userId}` },
    onMutate: async (change: SettingChange) => {
      apply(change);
      await queryClient.cancelQueries({ queryKey });
    },
    mutationFn: async () => {
      const known = queryClient.getQueryData(queryKey);
      if (!known) throw new Error('Settings are not loaded');
      return callApi(notificationEndpoints.updateSettings, {
        params: { id: userId },
        body: {
          settings: isPhoneVerified ? known.settings : withoutSms(known.settings),
          has_modified_notification_settings: todayIsoDate(),
        },
      });
    },
    onError: (_error, change) => apply({ ...change, isOn: !change.isOn }),
  });
}
