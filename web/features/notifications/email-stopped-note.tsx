import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type EmailStop, notificationEndpoints } from '#contract/endpoints/notifications.ts';
import { Button } from '#web/components/button.tsx';
import { Notice } from '#web/components/notice.tsx';
import { callApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { settingsQuery } from './settings.query.ts';

const REASONS: Record<EmailStop, string> = {
  bounce: 'Our e-mail to your address bounced, so we stopped sending.',
  complaint: 'Our e-mail was marked as spam, so we only send you receipts.',
  invites: 'You opted out of invitations by e-mail.',
};

export function EmailStoppedNote({ userId, stops }: { userId: number; stops: readonly EmailStop[] }) {
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
          <p key={stop}>{REASONS[stop]}</p>
        ))}
        {resume.error && <p className="text-bad">{messageOf(resume.error)}</p>}
        <Button kind="line" size="small" isBusy={resume.isPending} onClick={() => resume.mutate()}>
          Turn e-mail on again
        </Button>
      </div>
    </Notice>
  );
}
