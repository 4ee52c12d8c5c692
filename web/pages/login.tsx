import { Mail } from 'lucide-react';
import { useState } from 'react';
import { buttonStyle } from '#web/components/button.tsx';
import { Notice } from '#web/components/states.tsx';
import { TextLink } from '#web/components/text-link.tsx';
import { AuthFrame } from '#web/features/accounts/auth-frame.tsx';
import { LogInReason, LoginForm } from '#web/features/accounts/login-form.tsx';
import { LandingHero } from '#web/features/landing/landing-hero.tsx';
import { PosterCodeForm } from '#web/features/posters/poster-code-form.tsx';
import { RestoreLogIn } from '#web/features/privacy/restore-log-in.tsx';
import { useGoodbye } from '#web/lib/goodbye.ts';
import { i18n } from '#web/lib/i18n.ts';
import { lazyPart } from '#web/lib/lazy-part.tsx';
import { Link, paths } from '#web/lib/navigation.tsx';
import { loginSearch, useSearchState } from '#web/lib/search-params.ts';
import { useSiteName } from '#web/lib/site.query.ts';
import { useIsHydrated } from '#web/lib/use-is-hydrated.ts';

/** What is below the fold comes after the script, which lets a visitor log in. */
const SPACE = <div className="min-h-[1200px]" />;
const LandingStory = lazyPart(() => import('#web/features/landing/landing-story.tsx'), 'LandingStory', SPACE);

export function LoginPage() {
  const isHydrated = useIsHydrated();
  const siteName = useSiteName();
  const isGoodbye = useGoodbye();
  const { restore } = useSearchState(loginSearch).search;
  if (restore) {
    return (
      <AuthFrame
        title={i18n.t('Was this not you?')}
        intro={i18n.t(
          'Your account was deleted. You can take the log-in back. What was erased stays erased.',
        )}
      >
        <RestoreLogIn token={restore} />
      </AuthFrame>
    );
  }
  return (
    <>
      <LandingHero>
        <h2>{i18n.t('Log in')}</h2>
        {isGoodbye && (
          <Notice tone="ok">
            {i18n.t(
              'Your account was deleted. Thank you for having been with us. We have emailed you a confirmation.',
            )}
          </Notice>
        )}
        <LogInReason />
        <LoginForm />
        <div className="grid gap-4">
          <p className="flex items-center gap-4 text-14 text-ink-2 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
            {i18n.t('or')}
          </p>
          <Link to={paths.logInByLink} className={`${buttonStyle('line')} h-[52px]!`}>
            <Mail size={20} strokeWidth={1.8} />
            {i18n.t('Email me a login link')}
          </Link>
          <p className="flex flex-wrap items-center justify-center gap-x-2 text-15 text-ink-2">
            {i18n.t('New to {siteName}?', { siteName })}{' '}
            <TextLink to={paths.register}>{i18n.t('Create an account')}</TextLink>
          </p>
          <VenueCode />
        </div>
      </LandingHero>
      {isHydrated ? <LandingStory /> : SPACE}
    </>
  );
}

/** Somebody at the venue may type the code of a poster instead of scanning it. */
function VenueCode() {
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen) return <PosterCodeForm />;
  return (
    <button
      type="button"
      onClick={() => setIsOpen(true)}
      className="min-h-11 justify-self-center rounded-tile px-2 text-15 font-[650] underline decoration-edge underline-offset-4 hover:decoration-ink"
    >
      {i18n.t('Enter a code from the venue')}
    </button>
  );
}
