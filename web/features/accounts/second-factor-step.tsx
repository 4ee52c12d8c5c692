import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { type Factor, secondFactorEndpoints } from '#contract/endpoints/second-factor.ts';
import { Button } from '#web/components/button.tsx';
import { Form, focusOnMount } from '#web/components/form.tsx';
import { callApi } from '#web/lib/api.ts';
import { isApiError, messageOf } from '#web/lib/api-error.ts';
import { i18n } from '#web/lib/i18n.ts';
import { CodeField } from './code-field.tsx';
import { type LoginChallenge, openIssuedSession } from './open-issued-session.ts';
import { answerChallengeByPasskey } from './passkeys.ts';

const WAYS = {
  passkey: /*i18n*/ 'Use a passkey',
  app: /*i18n*/ 'Use the authenticator app',
  recovery: /*i18n*/ 'Use a recovery code',
} as const;
type Way = keyof typeof WAYS;

type SecondFactorStepProps = LoginChallenge & { onRestart: () => void };

export function SecondFactorStep({ challenge, hasPasskey, hasApp, onRestart }: SecondFactorStepProps) {
  const [code, setCode] = useState('');
  const [way, setWay] = useState<Way>(hasPasskey ? 'passkey' : 'app');
  const logIn = useMutation({
    mutationFn: async () => {
      const factor: Factor = way === 'passkey' ? await answerChallengeByPasskey(challenge) : { code };
      openIssuedSession(
        await callApi(secondFactorEndpoints.answerChallenge, { body: { challenge, ...factor } }),
      );
    },
    onError: () => setCode(''),
  });
  const isOver = isApiError(logIn.error, 'challenge_expired');
  const failure = logIn.error ? messageOf(logIn.error) : undefined;
  const has: Record<Way, boolean> = { passkey: hasPasskey, app: hasApp, recovery: true };
  const others = (Object.keys(WAYS) as Way[]).filter((other) => other !== way && has[other]);
  return (
    <Form
      failure={isOver || way === 'passkey' ? failure : undefined}
      onSubmit={(event) => {
        event.preventDefault();
        if (!logIn.isPending && (way === 'passkey' || code)) logIn.mutate();
      }}
    >
      {isOver || (
        <>
          {way === 'passkey' ? (
            <p className="text-15 text-ink-2">
              {i18n.t('Confirm with your fingerprint, your face or your device PIN.')}
            </p>
          ) : (
            <CodeField
              key={way}
              ref={focusOnMount}
              isRecovery={way === 'recovery'}
              value={code}
              onChange={setCode}
              error={failure}
            />
          )}
          <Button type="submit" isBusy={logIn.isPending} className="h-[52px]! w-full">
            {way === 'passkey' && <KeyRound size={20} strokeWidth={1.8} />}
            {way === 'passkey' ? i18n.t('Log in with your passkey') : i18n.t('Log in')}
          </Button>
          {others.map((other) => (
            <Button
              key={other}
              kind="ghost"
              onClick={() => {
                setWay(other);
                setCode('');
                logIn.reset();
              }}
            >
              {i18n.t(WAYS[other])}
            </Button>
          ))}
        </>
      )}
      <Button kind="ghost" onClick={onRestart}>
        {i18n.t('Start over')}
      </Button>
    </Form>
  );
}
