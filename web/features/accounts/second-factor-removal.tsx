import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { secondFactorEndpoints } from '#contract/endpoints/second-factor.ts';
import { Button } from '#web/components/button.tsx';
import { focusOnMount } from '#web/components/focus-on-mount.ts';
import { PasswordField } from '#web/components/password-field.tsx';
import { callApi } from '#web/lib/api.ts';
import { isApiError, messageOf } from '#web/lib/api-error.ts';
import { CodeField } from './code-field.tsx';

type SecondFactorRemovalProps = { onDone: () => unknown; onCancel: () => void };

export function SecondFactorRemoval({ onDone, onCancel }: SecondFactorRemovalProps) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const remove = useMutation({
    mutationFn: () => callApi(secondFactorEndpoints.disableSecondFactor, { body: { password, code } }),
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
        if (!remove.isPending && password && code) remove.mutate();
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
        <Button kind="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
