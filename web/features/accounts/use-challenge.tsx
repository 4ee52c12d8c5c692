import { type ReactNode, useState } from 'react';
import { isApiError } from '#web/lib/api-error.ts';
import { readChallenge } from './read-challenge.ts';
import { SecondFactorStep } from './second-factor-step.tsx';

/** Every way in ends with a session or with this step, for people who have two-step login. */
export function useChallenge(given?: unknown): { step: ReactNode; take: (error: unknown) => boolean } {
  const [challenge, setChallenge] = useState(() => readChallenge(given));
  return {
    step: challenge && <SecondFactorStep challenge={challenge} onRestart={() => setChallenge(undefined)} />,
    take: (error) => {
      if (!isApiError(error, 'second_factor_required')) return false;
      setChallenge(readChallenge(error.details));
      return true;
    },
  };
}
