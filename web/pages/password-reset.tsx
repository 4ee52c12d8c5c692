import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { TextLink } from '#web/components/text-link.tsx';
import { AskedLink } from '#web/features/accounts/mail-request.tsx';
import { PasswordResetForm } from '#web/features/accounts/password-reset-form.tsx';
import { callApi } from '#web/lib/api.ts';
import { i18n } from '#web/lib/i18n.ts';
import { paths, useNavigate } from '#web/lib/navigation.tsx';
import { passwordResetSearch, useSearchState } from '#web/lib/search-params.ts';

export function PasswordResetPage() {
  const { code = '' } = useSearchState(passwordResetSearch).search;
  const navigate = useNavigate();
  // Without its code the page is for visitors only, so the guard leads on.
  const goOn = () => void navigate({ to: paths.passwordReset, search: {}, replace: true });
  return (
    <AskedLink
      token={code}
      title={i18n.t('Choose a new password')}
      intro={i18n.t('Save it and you’re logged in.')}
      request={{
        title: i18n.t('Reset your password'),
        intro: i18n.t('Enter your email and we’ll send you a link.'),
        buttonLabel: i18n.t('Email me a reset link'),
        send: (email) => callApi(accountEndpoints.forgotPassword, { body: { email } }),
        otherWay: <TextLink to={paths.logIn}>{i18n.t('Back to log in')}</TextLink>,
      }}
    >
      {(onExpired) => <PasswordResetForm code={code} onEntered={goOn} onExpired={onExpired} />}
    </AskedLink>
  );
}
