import { useMutation, useQuery } from '@tanstack/react-query';
import { Button } from '#web/components/button.tsx';
import { Notice } from '#web/components/notice.tsx';
import { type MailLink, useMailLink } from '#web/lib/mail-link.ts';
import { useWasLoggedOut } from '#web/lib/session.ts';
import { enterByMail } from './arrive-by-mail.ts';
import { linkFactsQuery } from './link-facts.query.ts';

/** Says above the log-in why it is shown, to people who came by a mail or whose session has ended. */
export function LogInReason() {
  const link = useMailLink();
  const wasLoggedOut = useWasLoggedOut();
  if (link) return <MailReason link={link} />;
  return wasLoggedOut ? <Notice tone="info">You were logged out. Log in to go on.</Notice> : null;
}

function MailReason({ link }: { link: MailLink }) {
  const { data } = useQuery(linkFactsQuery(link.token));
  const retry = useMutation({ mutationFn: () => enterByMail(link.token) });
  const about = data?.about && <b className="block text-ink">{data.about}</b>;
  if (link.state === 'failed') {
    return (
      <Notice tone="bad">
        {about}
        The link could not log you in, because the site did not answer.
        <Button
          kind="line"
          size="small"
          className="mt-2"
          isBusy={retry.isPending}
          onClick={() => retry.mutate()}
        >
          Try again
        </Button>
      </Notice>
    );
  }
  return (
    <Notice tone="info">
      {about}
      The link in the e-mail logs you in only once, within 7 days. Log in to go on.
    </Notice>
  );
}
