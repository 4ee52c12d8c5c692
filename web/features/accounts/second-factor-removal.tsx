import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type Factor, secondFactorEndpoints } from '#contract/endpoints/second-factor.ts';
import { Button } from '#web/components/button.tsx';
import { focusOnMount } from '#web/components/focus-on-mount.ts';
import { PasswordField } from '#web/components/password-field.tsx';
import { callApi } from '#web/lib/api.ts';
import { isApiError, messageOf } from '#web/lib/api-error.ts';
import { CodeField } from './code-field.tsx';
import { answerByPasskey } from './passkeys.ts';

type SecondFactorRemovalProps = { hasPasskey: boolean; onDone: () => unknown; onCancel: () => void };

export function SecondFactorRemoval({ hasPasskey, onDone, onCancel }: SecondFactorRemovalProps) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const remove = useMutation({
    mutationFn: async (factor: Factor | typeof answerByPasskey) => {
      const proof = typeof factor === 'function' ? await factor() : factor;
      return callApi(secondFactorEndpoints.disableSecondFactor, { body: { password, ...proof } });
    },
    onSuccess: onDone,
    onError: () => setCode(''),
  });
  const failure = remove.error ? messageOf(remove.error) : undefined;
  const isPasswordWrong = isApiError(remove.error, 'password_wrong');
  return (
    <form
      noValidate
      className="grid gap-4 sm:max-w-[420px]"
      onSubmit={(event) => {
        event.preventDefault();
        if (!remove.isPending && password && code) remove.mutate({ code });
      }}
    >
      <PasswordField
        ref={focusOnMount}
        label="Your password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={isPasswordWrong ? failure : undefined}
      />
      <CodeField value={code} onChange={setCode} error={isPasswordWrong ? undefined : failure} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" kind="bad" isBusy={remove.isPending}>
          Turn off two-step login
        </Button>
        {hasPasskey && (
          <Button
            kind="bad"
            disabled={!password}
            isBusy={remove.isPending}
            onClick={() => remove.mutate(answerByPasskey)}
          >
            Turn off with a passkey
          </Button>
        )}
        <Button kind="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
