import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { isLinkToken } from '#contract/rules/accounts.ts';
import { Button } from '#web/components/button.tsx';
import { LEGAL_LINKS } from '#web/components/legal-link.tsx';
import { Notice } from '#web/components/states.tsx';
import { TextLink } from '#web/components/text-link.tsx';
import { Trans } from '#web/components/trans.tsx';
import { AddressForm } from '#web/features/accounts/address-form.tsx';
import { AuthFrame } from '#web/features/accounts/auth-frame.tsx';
import { LinkLogin, MailRequest } from '#web/features/accounts/mail-request.tsx';
import { callApi } from '#web/lib/api.ts';
import { i18n } from '#web/lib/i18n.ts';
import { rememberLastLocation } from '#web/lib/last-location.ts';
import { paths, useNavigate } from '#web/lib/navigation.tsx';
import { loginLinkSearch, useSearchState } from '#web/lib/search-params.ts';
import { useSession } from '#web/lib/session.ts';
import { siteQuery } from '#web/lib/site.query.ts';

const sendLink = (email: string) =>
  callApi(accountEndpoints.sendLoginLink, { body: { email, username: email } });

const BY_MAIL = {
  title: /*i18n*/ 'Log in by email',
  intro: /*i18n*/ 'No password needed. We’ll email you a login link.',
};
const BY_PHONE = {
  title: /*i18n*/ 'Log in by phone',
  intro: /*i18n*/ 'No password needed. We’ll text you a code or email you a link.',
};

export function LoginSimplePage() {
  const { loginToken, to, welcome } = useSearchState(loginLinkSearch).search;
  const navigate = useNavigate();
  const { isLoggedIn } = useSession();
  const [isExpired, setIsExpired] = useState(false);
  const [byPhone, setByPhone] = useState(false);
  const way = byPhone ? BY_PHONE : BY_MAIL;
  const takesPhone = useQuery(siteQuery).data?.phone_log_in ?? false;
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
    <AuthFrame title={i18n.t(way.title)} intro={i18n.t(way.intro)}>
      {loginToken && <Notice tone="bad">{i18n.t('This link no longer works. Ask for a new one.')}</Notice>}
      {byPhone ? (
        <AddressForm
          buttonLabel={i18n.t('Send me a code')}
          mailDoes={i18n.t('If that address has an account, the link logs you in.')}
          sendMail={sendLink}
        >
          <p className="text-13 text-ink-2">
            <Trans
              id="By continuing, you agree to our <terms>terms of use</terms> and <privacy>privacy notice</privacy>."
              components={LEGAL_LINKS}
            />
          </p>
        </AddressForm>
      ) : (
        <MailRequest buttonLabel={i18n.t('Email me a login link')} send={sendLink} />
      )}
      {takesPhone && !byPhone && (
        <Button kind="line" onClick={() => setByPhone(true)}>
          {i18n.t('Use my phone number instead')}
        </Button>
      )}
      <p className="text-15 text-ink-2">
        <TextLink to={paths.logIn}>{i18n.t('Log in with your password')}</TextLink>
      </p>
    </AuthFrame>
  );
}
