import { useMutation } from '@tanstack/react-query';
import { Button } from '#web/components/button.tsx';
import { Notice } from '#web/components/notice.tsx';
import { messageOf } from '#web/lib/api-error.ts';
import { useSiteName } from '#web/lib/site.query.ts';
import { switchByLink } from './arrive-by-mail.ts';
import { LinkOwnerNote } from './link-owner-note.tsx';
import { useChallenge } from './use-challenge.tsx';

type LinkLoginProps = { loginToken: string; onEntered: () => void; onExpired: () => void };

/** Only the click uses the link up, because mail scanners open pages too. */
export function LinkLogin({ loginToken, onEntered, onExpired }: LinkLoginProps) {
  const siteName = useSiteName();
  const challenge = useChallenge();
  const logIn = useMutation({
    mutationFn: () => switchByLink(loginToken),
    onSuccess: onEntered,
    onError: (error) => {
      if (challenge.take(error)) return;
      if ('code' in error && error.code === 'link_invalid') onExpired();
    },
  });
  if (challenge.step) return challenge.step;
  return (
    <div className="grid gap-4">
      <LinkOwnerNote token={loginToken} happens="Logging in logs you out here first." />
      {logIn.isError && <Notice tone="bad">{messageOf(logIn.error)}</Notice>}
      <Button isBusy={logIn.isPending} className="h-[52px]! w-full" onClick={() => logIn.mutate()}>
        Log in to {siteName}
      </Button>
    </div>
  );
}
