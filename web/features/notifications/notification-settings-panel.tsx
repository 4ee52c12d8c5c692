import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Notice } from '#web/components/notice.tsx';
import { QueryState } from '#web/components/query-state.tsx';
import { SavedNote } from '#web/components/saved-note.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import { messageOf } from '#web/lib/api-error.ts';
import { EmailStoppedNote } from './email-stopped-note.tsx';
import { NotificationMatrix } from './notification-matrix.tsx';
import { settingsQuery, withoutSms } from './settings.query.ts';
import { useChangeSettings } from './use-change-settings.ts';

type NotificationSettingsPanelProps = { userId: number; isPhoneVerified: boolean };

export function NotificationSettingsPanel({ userId, isPhoneVerified }: NotificationSettingsPanelProps) {
  const blockedId = useId();
  const settings = useQuery(settingsQuery(userId));
  const change = useChangeSettings(userId, isPhoneVerified);
  return (
    <QueryState query={settings} loading={<Skeleton label="Loading your settings" className="h-[340px]" />}>
      {(data) => (
        <div className="grid gap-4">
          {change.isError && <Notice tone="bad">{messageOf(change.error)}</Notice>}
          <EmailStoppedNote userId={userId} stops={data.email_stopped} />
          {!isPhoneVerified && (
            <Notice tone="info">
              <span id={blockedId}>Text messages need a verified phone number. Add yours under Phone.</span>
            </Notice>
          )}
          <NotificationMatrix
            caption="Which messages you get, and how"
            settings={isPhoneVerified ? data.settings : withoutSms(data.settings)}
            onChange={(next) => change.mutate(next)}
            smsBlockedBy={isPhoneVerified ? undefined : blockedId}
          />
          <div className="flex min-h-6 flex-wrap items-center justify-between gap-2">
            <p className="text-14 text-ink-2">You always get receipts and security messages.</p>
            <SavedNote isSaved={change.isSuccess} />
          </div>
        </div>
      )}
    </QueryState>
  );
}
