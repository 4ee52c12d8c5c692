import { type ReactNode, useState } from 'react';
import { Skeleton } from '#web/components/states.tsx';
import { isApiError } from '#web/lib/api-error.ts';
import { i18n } from '#web/lib/i18n.ts';
import { lazyPart } from '#web/lib/lazy-part.tsx';
import { readChallenge } from './open-issued-session.ts';

/** Few people have a second step, so it is no part of the first visit. */
const SecondFactorStep = lazyPart(
  () => import('./second-factor-step.tsx'),
  'SecondFactorStep',
  <LoadingStep />,
);

function LoadingStep() {
  return <Skeleton label={i18n.t('Loading')} className="h-32" />;
}

/** Every log-in ends with a session or, for people with two-step login, with this step. */
export function useChallenge(): { step: ReactNode; take: (error: unknown) => boolean } {
  const [challenge, setChallenge] = useState<ReturnType<typeof readChallenge>>();
  return {
    step: challenge && <SecondFactorStep {...challenge} onRestart={() => setChallenge(undefined)} />,
    take: (error) => {
      if (!isApiError(error, 'second_factor_required')) return false;
      setChallenge(readChallenge(error.details));
      return true;
    },
  };
}
