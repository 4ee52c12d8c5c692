import { useMutation, useQuery } from '@tanstack/react-query';
import { Button } from '#web/components/button.tsx';
import { Form } from '#web/components/form.tsx';
import { MailSent } from '#web/components/mail-sent.tsx';
import { ErrorNotice, Notice } from '#web/components/states.tsx';
import { Trans } from '#web/components/trans.tsx';
import { i18n } from '#web/lib/i18n.ts';
import { useSession } from '#web/lib/session.ts';
import { siteQuery, useSiteName } from '#web/lib/site.query.ts';
import { linkFactsQuery, readerName, switchByLink } from './arrive-by-mail.ts';
import { EmailField, useEmailForm } from './email-form.tsx';
import { useChallenge } from './use-challenge.tsx';

type MailRequestProps = {
  buttonLabel: string;
  send: (email: string) => Promise<unknown>;
};

/** The answer is the same whether or not the address is known, so that it reveals no accounts. */
export function MailRequest({ buttonLabel, send }: MailRequestProps) {
  const request = useEmailForm(send);
  const takesPhone = useQuery(siteQuery).data?.phone_log_in ?? false;
  if (request.isSuccess) {
    return (
      <MailSent
        action={
          <Button kind="line" onClick={() => request.reset()}>
            {i18n.t('Send it again')}
          </Button>
        }
      >
        <Trans
          id="If <b>{email}</b> has an account, your link is on its way. It works once and expires soon. If you don’t see it, check your spam folder."
          values={{ email: request.variables }}
          components={{ b: <b className="wrap-anywhere text-ink" /> }}
        />
      </MailSent>
    );
  }
  return (
    <Form failure={request.failure} action={request.submit}>
      <EmailField {...request.field} />
      <Button type="submit" isBusy={request.isPending} className="h-[52px]! w-full">
        {buttonLabel}
      </Button>
      {takesPhone && (
        <p className="text-15 text-ink-2">
          {i18n.t('Signed up with your phone number? Go back to log in and enter your number there.')}
        </p>
      )}
    </Form>
  );
}

/** Warns somebody who is logged in that a link belongs to another account. */
export function LinkOwnerNote({ token, happens }: { token: string; happens: string }) {
  const { isLoggedIn, user } = useSession();
  const { data } = useQuery({ ...linkFactsQuery(token), enabled: isLoggedIn });
  if (!isLoggedIn || !data || data.is_yours) return null;
  return (
    <Notice tone="info">
      <Trans
        id="You’re logged in as <b>{email}</b>. This link is for <b>{readerName}</b>."
        values={{ email: user.email, readerName: readerName(data) }}
        components={{ b: <b className="wrap-anywhere text-ink" /> }}
      />{' '}
      {happens}
    </Notice>
  );
}

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
      <LinkOwnerNote token={loginToken} happens={i18n.t('If you use it, we log you out here first.')} />
      <ErrorNotice error={logIn.error} />
      <Button isBusy={logIn.isPending} className="h-[52px]! w-full" onClick={() => logIn.mutate()}>
        {i18n.t('Log in to {siteName}', { siteName })}
      </Button>
    </div>
  );
}
