import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { LinkFacts } from '#contract/endpoints/entering.ts';
import { isLinkToken } from '#contract/rules/accounts.ts';
import { Button } from '#web/components/button.tsx';
import { Form } from '#web/components/form.tsx';
import { MailSent } from '#web/components/mail-sent.tsx';
import { ErrorNotice, Notice, Skeleton } from '#web/components/states.tsx';
import { Trans } from '#web/components/trans.tsx';
import { isApiError } from '#web/lib/api-error.ts';
import { i18n } from '#web/lib/i18n.ts';
import { useSession } from '#web/lib/session.ts';
import { siteQuery, useSiteName } from '#web/lib/site.query.ts';
import { linkFactsQuery, readerName, switchByLink } from './arrive-by-mail.ts';
import { AuthFrame } from './auth-frame.tsx';
import { EmailField, useEmailForm } from './email-form.tsx';
import { useChallenge } from './use-challenge.tsx';

type AskedLinkProps = {
  /** The secret of the link that opened the page, if one did. */
  token: string | undefined;
  title: string;
  intro: string;
  /** What to do with a link that works. */
  children: (onExpired: () => void) => ReactNode;
  request: {
    title: string;
    intro: string;
    buttonLabel: string;
    send: (email: string) => Promise<unknown>;
    otherWay: ReactNode;
  };
};

/** The page of a link that people ask for: what it does while it works, else the form that asks for one. */
export function AskedLink({ token, title, intro, children, request }: AskedLinkProps) {
  const [isSpent, setIsSpent] = useState(false);
  const facts = useQuery({ ...linkFactsQuery(token ?? ''), enabled: isLinkToken(token) });
  const isOver = isSpent || facts.data?.works === false || isApiError(facts.error, 'link_invalid');
  if (isLinkToken(token) && !isOver) {
    return facts.isLoading ? (
      <AuthFrame title={title}>
        <Skeleton label={i18n.t('Loading')} className="h-32" />
      </AuthFrame>
    ) : (
      <AuthFrame title={title} intro={intro}>
        <LinkOwnerNote facts={facts.data} />
        {children(() => setIsSpent(true))}
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={request.title} intro={request.intro}>
      {token && <Notice tone="bad">{i18n.t('This link no longer works. Ask for a new one.')}</Notice>}
      <MailRequest {...request} />
      <p className="text-15 text-ink-2">{request.otherWay}</p>
    </AuthFrame>
  );
}

/** The answer is the same whether or not the address is known, so that it reveals no accounts. */
function MailRequest({ buttonLabel, send }: Pick<AskedLinkProps['request'], 'buttonLabel' | 'send'>) {
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
function LinkOwnerNote({ facts }: { facts: LinkFacts | undefined }) {
  const { isLoggedIn, user } = useSession();
  if (!isLoggedIn || !facts || facts.is_yours) return null;
  return (
    <Notice tone="info">
      <Trans
        id="You’re logged in as <b>{email}</b>. This link is for <b>{readerName}</b>."
        values={{ email: user.email, readerName: readerName(facts) }}
        components={{ b: <b className="wrap-anywhere text-ink" /> }}
      />{' '}
      {i18n.t('If you use it, we log you out here first.')}
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
      if (isApiError(error, 'link_invalid')) onExpired();
    },
  });
  if (challenge.step) return challenge.step;
  return (
    <div className="grid gap-4">
      <ErrorNotice error={logIn.error} />
      <Button isBusy={logIn.isPending} className="h-[52px]! w-full" onClick={() => logIn.mutate()}>
        {i18n.t('Log in to {siteName}', { siteName })}
      </Button>
    </div>
  );
}
