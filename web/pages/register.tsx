import { TextLink } from '#web/components/text-link.tsx';
import { AuthFrame } from '#web/features/accounts/auth-frame.tsx';
import { RegisterForm } from '#web/features/accounts/register-form.tsx';
import { i18n } from '#web/lib/i18n.ts';
import { paths } from '#web/lib/navigation.tsx';

export function RegisterPage() {
  return (
    <AuthFrame title={i18n.t('Create your account')}>
      <RegisterForm />
      <p className="flex flex-wrap items-center justify-center gap-x-2 text-15 text-ink-2">
        {i18n.t('Already have an account?')} <TextLink to={paths.logIn}>{i18n.t('Log in')}</TextLink>
      </p>
    </AuthFrame>
  );
}
