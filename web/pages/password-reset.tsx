import { useState } from 'react';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { isLinkToken } from '#contract/rules/accounts.ts';
import { Notice } from '#web/components/states.tsx';
import { TextLink } from '#web/components/text-link.tsx';
import { AuthFrame } from '#web/features/accounts/auth-frame.tsx';
import { LinkOwnerNote, MailRequest } from '#web/features/accounts/mail-request.tsx';
import { PasswordResetForm } from '#web/features/accounts/password-reset-form.tsx';
import { callApi } from '#web/lib/api.ts';
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
      <AuthFrame title="Choose a new password" intro="Saving it also logs you in.">
        <LinkOwnerNote token={code} happens="Saving a password logs you out here first." />
        <PasswordResetForm code={code} onEntered={goOn} onExpired={() => setIsExpired(true)} />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title="Reset your password" intro="Enter your email address, and we send you a link.">
      {code && <Notice tone="bad">This link is no longer valid. Request a new one.</Notice>}
      <MailRequest
        buttonLabel="Email me a reset link"
        mailed="a link to set a new password"
        send={sendLink}
      />
      <p className="text-15 text-ink-2">
        <TextLink to={paths.logIn}>Back to log in</TextLink>
      </p>
    </AuthFrame>
  );
}
