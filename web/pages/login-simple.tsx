import { useState } from 'react';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { isLinkToken } from '#contract/rules/accounts.ts';
import { Notice } from '#web/components/states.tsx';
import { TextLink } from '#web/components/text-link.tsx';
import { AuthFrame } from '#web/features/accounts/auth-frame.tsx';
import { LinkLogin, MailRequest } from '#web/features/accounts/mail-request.tsx';
import { callApi } from '#web/lib/api.ts';
import { rememberLastLocation } from '#web/lib/come-back.ts';
import { i18n } from '#web/lib/i18n.ts';
import { paths, useNavigate } from '#web/lib/navigation.tsx';
import { loginLinkSearch, useSearchState } from '#web/lib/search-params.ts';
import { useSession } from '#web/lib/session.ts';

const sendLink = (email: string) =>
  callApi(accountEndpoints.sendLoginLink, { body: { email, username: email } });

export function LoginSimplePage() {
  const { loginToken, to, welcome } = useSearchState(loginLinkSearch).search;
  const navigate = useNavigate();
  const { isLoggedIn } = useSession();
  const [isExpired, setIsExpired] = useState(false);
  // Without its link the page is for visitors only, so the guard leads on to the page to return to.
  const goOn = () => {
    if (to) rememberLastLocation(to);
    void navigate({ to: paths.logInByLink, search: {}, replace: true });
  };
  if (isLinkToken(loginToken) && !isExpired) {
    return (
      <AuthFrame
        title={welcome ? i18n.t('Welcome to the team') : i18n.t('Welcome back')}
        intro={
          welcome
            ? i18n.t('Your invitation is ready. The link works once.')
            : i18n.t('Your login link is ready. It works once.')
        }
      >
        <LinkLogin loginToken={loginToken} onEntered={goOn} onExpired={() => setIsExpired(true)} />
        {isLoggedIn && <TextLink to={paths.home}>{i18n.t('Stay in this account')}</TextLink>}
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      title={i18n.t('Log in by email')}
      intro={i18n.t('No password needed. We’ll email you a login link.')}
    >
      {loginToken && <Notice tone="bad">{i18n.t('This link no longer works. Ask for a new one.')}</Notice>}
      <MailRequest buttonLabel={i18n.t('Email me a login link')} send={sendLink} />
      <p className="text-15 text-ink-2">
        <TextLink to={paths.logIn}>{i18n.t('Log in with your password')}</TextLink>
      </p>
    </AuthFrame>
  );
}
