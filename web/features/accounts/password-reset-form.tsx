import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { accountEndpoints, passwordReset } from '#contract/endpoints/accounts.ts';
import { Button } from '#web/components/button.tsx';
import { Notice } from '#web/components/notice.tsx';
import { PasswordField } from '#web/components/password-field.tsx';
import { callApi } from '#web/lib/api.ts';
import { isApiError } from '#web/lib/api-error.ts';
import { showServerProblems, useContractForm } from '#web/lib/use-contract-form.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { openIssuedSession } from './open-issued-session.ts';

type PasswordResetFormProps = { code: string; onExpired: () => void };

export function PasswordResetForm({ code, onExpired }: PasswordResetFormProps) {
  const [failure, setFailure] = useState<string>();
  const form = useContractForm({
    schema: passwordReset,
    defaultValues: { password: '', passwordConfirmation: '' },
    toBody: (values) => ({ code, ...values }),
  });
  const reset = useMutation({
    mutationFn: async (body: z.output<typeof passwordReset>) =>
      openIssuedSession(await callApi(accountEndpoints.resetPassword, { body })),
    onMutate: () => setFailure(undefined),
    onError: (error) => {
      if (isApiError(error, 'link_invalid')) onExpired();
      else setFailure(showServerProblems(form, error));
    },
  });
  const { errors } = form.formState;
  return (
    <form noValidate className="grid gap-4" onSubmit={form.handleSubmit((body) => reset.mutate(body))}>
      {failure && <Notice tone="bad">{failure}</Notice>}
      <NewPasswordField
        {...form.register('password')}
        label="New password"
        current={form.watch('password')}
        error={errors.password?.message}
      />
      <PasswordField
        {...form.register('passwordConfirmation')}
        label="Repeat new password"
        autoComplete="new-password"
        error={errors.passwordConfirmation?.message}
      />
      <Button type="submit" isBusy={reset.isPending} className="h-[52px]! w-full">
        Save and log in
      </Button>
    </form>
  );
}
