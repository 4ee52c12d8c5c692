import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { TextLink } from '#web/components/text-link.tsx';
import { AskedLink, LinkLogin } from '#web/features/accounts/mail-request.tsx';
import { callApi } from '#web/lib/api.ts';
import { rememberLastLocation } from '#web/lib/come-back.ts';
import { i18n } from '#web/lib/i18n.ts';
import { paths, useNavigate } from '#web/lib/navigation.tsx';
import { loginLinkSearch, useSearchState } from '#web/lib/search-params.ts';
import { useSession } from '#web/lib/session.ts';

export function LoginSimplePage() {
  const { loginToken = '', to, welcome } = useSearchState(loginLinkSearch).search;
  const navigate = useNavigate();
  const { isLoggedIn } = useSession();
  // Without its link the page is for visitors only, so the guard leads on to the page to return to.
  const goOn = () => {
    if (to) rememberLastLocation(to);
    void navigate({ to: paths.logInByLink, search: {}, replace: true });
  };
  return (
    <AskedLink
      token={loginToken}
      title={welcome ? i18n.t('Welcome to the team') : i18n.t('Welcome back')}
      intro={
        welcome
          ? i18n.t('Your invitation is ready. The link works once.')
          : i18n.t('Your login link is ready. It works once.')
      }
      request={{
        title: i18n.t('Log in by email'),
        intro: i18n.t('No password needed. We’ll email you a login link.'),
        buttonLabel: i18n.t('Email me a login link'),
        send: (email) => callApi(accountEndpoints.sendLoginLink, { body: { email, username: email } }),
        otherWay: <TextLink to={paths.logIn}>{i18n.t('Log in with your password')}</TextLink>,
      }}
    >
      {(onExpired) => (
        <>
          <LinkLogin loginToken={loginToken} onEntered={goOn} onExpired={onExpired} />
          {isLoggedIn && <TextLink to={paths.home}>{i18n.t('Stay in this account')}</TextLink>}
        </>
      )}
    </AskedLink>
  );
}
