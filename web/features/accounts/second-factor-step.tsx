import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { secondFactorEndpoints } from '#contract/endpoints/second-factor.ts';
import { Button } from '#web/components/button.tsx';
import { focusOnMount } from '#web/components/focus-on-mount.ts';
import { Form } from '#web/components/form.tsx';
import { callApi } from '#web/lib/api.ts';
import { isApiError, messageOf } from '#web/lib/api-error.ts';
import { CodeField } from './code-field.tsx';
import { openIssuedSession } from './open-issued-session.ts';

type SecondFactorStepProps = { challenge: string; onRestart: () => void };

export function SecondFactorStep({ challenge, onRestart }: SecondFactorStepProps) {
  const [code, setCode] = useState('');
  const [isRecovery, setIsRecovery] = useState(false);
  const logIn = useMutation({
    mutationFn: async () =>
      openIssuedSession(await callApi(secondFactorEndpoints.answerChallenge, { body: { challenge, code } })),
    onError: () => setCode(''),
  });
  const isOver = isApiError(logIn.error, 'challenge_expired');
  const failure = logIn.error ? messageOf(logIn.error) : undefined;
  return (
    <Form
      failure={isOver ? failure : undefined}
      onSubmit={(event) => {
        event.preventDefault();
        if (!logIn.isPending && code) logIn.mutate();
      }}
    >
      {isOver || (
        <>
          <CodeField
            key={String(isRecovery)}
            ref={focusOnMount}
            isRecovery={isRecovery}
            value={code}
            onChange={setCode}
            error={failure}
          />
          <Button type="submit" isBusy={logIn.isPending} className="h-[52px]! w-full">
            Log in
          </Button>
          <Button
            kind="ghost"
            onClick={() => {
              setIsRecovery(!isRecovery);
              setCode('');
              logIn.reset();
            }}
          >
            {isRecovery ? 'Use the authenticator app' : 'Use a recovery code'}
          </Button>
        </>
      )}
      <Button kind="ghost" onClick={onRestart}>
        Start over
      </Button>
    </Form>
  );
}
