import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Notice } from '#web/components/states.tsx';
import { AuthFrame } from '#web/features/accounts/auth-frame.tsx';
import { LandingHero } from '#web/features/landing/landing-hero.tsx';
import { RestoreLogIn } from '#web/features/privacy/restore-log-in.tsx';
import { findLastLocation } from '#web/lib/come-back.ts';
import { i18n } from '#web/lib/i18n.ts';
import { lazyPart } from '#web/lib/lazy-part.tsx';
import { useMailLink } from '#web/lib/mail-link.ts';
import { paths } from '#web/lib/navigation.tsx';
import { loginSearch, useSearchState } from '#web/lib/search-params.ts';
import { useWasLoggedOut } from '#web/lib/session.ts';
import { useGoodbye } from '#web/lib/shell-state.ts';
import { useIsHydrated } from '#web/lib/use-is-hydrated.ts';
import { LogInSheet } from './log-in-sheet.tsx';

/** Content below the fold loads after the script that lets a visitor log in. */
const SPACE = <div className="min-h-[1200px]" />;
const LandingStory = lazyPart(() => import('#web/features/landing/landing-story.tsx'), 'LandingStory', SPACE);

export function LoginPage() {
  const isHydrated = useIsHydrated();
  const isGoodbye = useGoodbye();
  const { isOpen, close } = useLogInSheet(isGoodbye);
  const { restore } = useSearchState(loginSearch).search;
  if (restore) {
    return (
      <AuthFrame
        title={i18n.t('This wasn’t you?')}
        intro={i18n.t(
          'Your account was deleted. You can get your login back, but what we deleted is gone for good.',
        )}
      >
        <RestoreLogIn token={restore} />
      </AuthFrame>
    );
  }
  return (
    <>
      {isGoodbye && (
        <div className="wrap py-4">
          <Notice tone="ok">
            {i18n.t(
              'Your account is deleted, and we’ve emailed you a confirmation. Thanks for being with us.',
            )}
          </Notice>
        </div>
      )}
      <LandingHero />
      {isHydrated ? <LandingStory /> : SPACE}
      {isOpen && <LogInSheet onClose={close} />}
    </>
  );
}

/** The log-in is open unless somebody came to the front page, and for people who were sent here from a page that needs it. */
function useLogInSheet(isGoodbye: boolean) {
  const router = useRouter();
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const isLanding = useRouterState({ select: ({ location }) => location.state.isLanding === true });
  const wasLoggedOut = useWasLoggedOut();
  const hasMailLink = useMailLink() !== undefined;
  const [wantsPage, setWantsPage] = useState(false);
  const [isClosed, setIsClosed] = useState(false);
  useEffect(() => setWantsPage((findLastLocation() ?? paths.home) !== paths.home), []);
  // The button that leads to the log-in may be pressed again.
  useEffect(
    () =>
      router.subscribe('onBeforeLoad', ({ toLocation }) => toLocation.state.isCovered || setIsClosed(false)),
    [router],
  );
  const wasSent = wantsPage || wasLoggedOut || hasMailLink;
  const isWanted = pathname === paths.logIn || ((!isLanding || wasSent) && !isGoodbye);
  return { isOpen: isWanted && !isClosed, close: () => setIsClosed(true) };
}
