import { useState } from 'react';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { isLinkToken } from '#contract/rules/accounts.ts';
import { Notice } from '#web/components/states.tsx';
import { TextLink } from '#web/components/text-link.tsx';
import { AuthFrame } from '#web/features/accounts/auth-frame.tsx';
import { LinkOwnerNote, MailRequest } from '#web/features/accounts/mail-request.tsx';
import { PasswordResetForm } from '#web/features/accounts/password-reset-form.tsx';
import { callApi } from '#web/lib/api.ts';
import { i18n } from '#web/lib/i18n.ts';
import { paths, useNavigate } from '#web/lib/navigation.tsx';
import { passwordResetSearch, useSearchState } from '#web/lib/search-params.ts';

const sendLink = (email: string) => callApi(accountEndpoints.forgotPassword, { body: { email } });

export function PasswordResetPage() {
  const { code } = useSearchState(passwordResetSearch).search;
  const navigate = useNavigate();
  const [isExpired, setIsExpired] = useState(false);
  // Without its code the page is for visitors only, so the guard leads on.
  const goOn = () => void navigate({ to: paths.passwordReset, search: {}, replace: true });
  if (isLinkToken(code) && !isExpired) {
    return (
      <AuthFrame title={i18n.t('Choose a new password')} intro={i18n.t('Save it and you’re logged in.')}>
        <LinkOwnerNote token={code} happens={i18n.t('If you use it, we log you out here first.')} />
        <PasswordResetForm code={code} onEntered={goOn} onExpired={() => setIsExpired(true)} />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      title={i18n.t('Reset your password')}
      intro={i18n.t('Enter your email and we’ll send you a link.')}
    >
      {code && <Notice tone="bad">{i18n.t('This link no longer works. Ask for a new one.')}</Notice>}
      <MailRequest buttonLabel={i18n.t('Email me a reset link')} send={sendLink} />
      <p className="text-15 text-ink-2">
        <TextLink to={paths.logIn}>{i18n.t('Back to log in')}</TextLink>
      </p>
    </AuthFrame>
  );
}
