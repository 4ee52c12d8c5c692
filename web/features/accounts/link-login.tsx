import { useMutation } from '@tanstack/react-query';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { Button } from '#web/components/button.tsx';
import { Notice } from '#web/components/notice.tsx';
import { callApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { useSiteName } from '#web/lib/site.query.ts';
import { openIssuedSession } from './open-issued-session.ts';
import { useChallenge } from './use-challenge.tsx';

type LinkLoginProps = { loginToken: string; onExpired: () => void };

/** Only the click uses the link up, because mail scanners open pages too. */
export function LinkLogin({ loginToken, onExpired }: LinkLoginProps) {
  const siteName = useSiteName();
  const challenge = useChallenge();
  const logIn = useMutation({
    mutationFn: async () =>
      openIssuedSession(await callApi(accountEndpoints.logInByLink, { query: { loginToken } })),
    onError: (error) => {
      if (challenge.take(error)) return;
      if ('code' in error && error.code === 'link_invalid') onExpired();
    },
  });
  if (challenge.step) return challenge.step;
  return (
    <div className="grid gap-4">
      {logIn.isError && <Notice tone="bad">{messageOf(logIn.error)}</Notice>}
      <Button isBusy={logIn.isPending} className="h-[52px]! w-full" onClick={() => logIn.mutate()}>
        Log in to {siteName}
      </Button>
    </div>
  );
}
