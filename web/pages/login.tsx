import { Link } from '@tanstack/react-router';
import { Mail } from 'lucide-react';
import { buttonStyle } from '#web/components/button-style.ts';
import { TextLink } from '#web/components/text-link.tsx';
import { AuthFrame } from '#web/features/accounts/auth-frame.tsx';
import { LoginForm } from '#web/features/accounts/login-form.tsx';
import { paths } from '#web/lib/paths.ts';
import { useSiteName } from '#web/lib/site.query.ts';

export function LoginPage() {
  const siteName = useSiteName();
  return (
    <AuthFrame title="Log in">
      <LoginForm />
      <div className="grid gap-4">
        <p className="flex items-center gap-4 text-14 text-ink-2 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          or
        </p>
        <Link to={paths.logInByLink} className={`${buttonStyle('line')} h-[52px]!`}>
          <Mail aria-hidden size={20} strokeWidth={1.8} />
          E-mail me a login link
        </Link>
        <p className="flex flex-wrap items-center justify-center gap-x-2 text-15 text-ink-2">
          New to {siteName}? <TextLink to={paths.register}>Create an account</TextLink>
        </p>
      </div>
    </AuthFrame>
  );
}
