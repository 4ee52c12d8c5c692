import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { accountEndpoints, credentials } from '#contract/endpoints/accounts.ts';
import { Button } from '#web/components/button.tsx';
import { Notice } from '#web/components/notice.tsx';
import { PasswordField } from '#web/components/password-field.tsx';
import { TextField } from '#web/components/text-field.tsx';
import { TextLink } from '#web/components/text-link.tsx';
import { callApi } from '#web/lib/api.ts';
import { paths } from '#web/lib/paths.ts';
import { showServerProblems, useContractForm } from '#web/lib/use-contract-form.ts';
import { openIssuedSession } from './open-issued-session.ts';

export function LoginForm() {
  const [failure, setFailure] = useState<string>();
  const form = useContractForm({
    schema: credentials,
    defaultValues: { identifier: '', password: '' },
    toBody: (values) => values,
  });
  const logIn = useMutation({
    mutationFn: async (body: z.output<typeof credentials>) =>
      openIssuedSession(await callApi(accountEndpoints.logIn, { body })),
    onMutate: () => setFailure(undefined),
    onError: (error) => setFailure(showServerProblems(form, error)),
  });
  const { errors } = form.formState;
  return (
    <form noValidate className="grid gap-4" onSubmit={form.handleSubmit((body) => logIn.mutate(body))}>
      {failure && <Notice tone="bad">{failure}</Notice>}
      <TextField
        {...form.register('identifier')}
        label="E-mail"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        error={errors.identifier?.message}
      />
      <PasswordField
        {...form.register('password')}
        label="Password"
        autoComplete="current-password"
        error={errors.password?.message}
      />
      <div className="-mt-2 flex justify-end text-15">
        <TextLink to={paths.passwordReset}>Forgot your password?</TextLink>
      </div>
      <Button type="submit" isBusy={logIn.isPending} className="h-[52px]! w-full">
        Log in
      </Button>
    </form>
  );
}
