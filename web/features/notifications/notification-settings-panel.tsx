import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { type EmailStop, notificationEndpoints } from '#contract/endpoints/notifications.ts';
import { wantsAnySms } from '#contract/rules/notifications.ts';
import { Button } from '#web/components/button.tsx';
import { SavedNote } from '#web/components/saved-note.tsx';
import { ErrorNotice, Notice, QueryState, Skeleton } from '#web/components/states.tsx';
import { callApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { todayIsoDate } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import {
  NotificationMatrix,
  type SettingChange,
  settingsQuery,
  withChange,
  withoutSms,
} from './notification-matrix.tsx';

type NotificationSettingsPanelProps = { userId: number; isPhoneVerified: boolean };

export function NotificationSettingsPanel({ userId, isPhoneVerified }: NotificationSettingsPanelProps) {
  const blockedId = useId();
  const settings = useQuery(settingsQuery(userId));
  const change = useChangeSettings(userId, isPhoneVerified);
  return (
    <QueryState
      query={settings}
      loading={<Skeleton label={i18n.t('Loading your settings')} className="h-[340px]" />}
    >
      {(data) => (
        <div className="grid gap-4">
          <ErrorNotice error={change.error} />
          <EmailStoppedNote userId={userId} stops={data.email_stopped} />
          {!isPhoneVerified && (
            <Notice tone="info">
              <span id={blockedId}>{i18n.t('To get texts, add your phone number under Phone.')}</span>
            </Notice>
          )}
          <div className="-m-1 overflow-x-auto p-1">
            <NotificationMatrix
              caption={i18n.t('What you hear about, and how')}
              settings={isPhoneVerified ? data.settings : withoutSms(data.settings)}
              onChange={(next) => change.mutate(next)}
              smsBlockedBy={isPhoneVerified ? undefined : blockedId}
            />
          </div>
          {isPhoneVerified && !wantsAnySms(data.settings) && (
            <p className="text-14 text-ink-2">
              {i18n.t(
                'If you answered STOP to one of our texts, text START to that number before you turn texts on.',
              )}
            </p>
          )}
          <div className="flex min-h-6 flex-wrap items-center justify-between gap-2">
            <p className="text-14 text-ink-2">
              {i18n.t('You’ll always get receipts and security messages.')}
            </p>
            <SavedNote isSaved={change.isSuccess} />
          </div>
        </div>
      )}
    </QueryState>
  );
}

const REASONS: Record<EmailStop, string> = {
  bounce: /*i18n*/ 'Our emails to you bounced, so we stopped sending them.',
  complaint: /*i18n*/ 'One of our emails was marked as spam, so we only send you receipts.',
  invites: /*i18n*/ 'You opted out of invitations by email.',
};

function EmailStoppedNote({ userId, stops }: { userId: number; stops: readonly EmailStop[] }) {
  const client = useQueryClient();
  const resume = useMutation({
    mutationFn: () => callApi(notificationEndpoints.resumeEmail, { params: { id: userId } }),
    onSuccess: (settings) => client.setQueryData(settingsQuery(userId).queryKey, settings),
  });
  if (stops.length === 0) return null;
  return (
    <Notice tone="info">
      <div className="grid justify-items-start gap-2">
        {stops.map((stop) => (
          <p key={stop}>{i18n.t(REASONS[stop])}</p>
        ))}
        {resume.error && <p className="text-bad">{messageOf(resume.error)}</p>}
        <Button kind="line" size="small" isBusy={resume.isPending} onClick={() => resume.mutate()}>
          {i18n.t('Turn emails back on')}
        </Button>
      </div>
    </Notice>
  );
}

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
