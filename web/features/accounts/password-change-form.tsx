import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { accountEndpoints, passwordChange } from '#contract/endpoints/accounts.ts';
import { Button } from '#web/components/button.tsx';
import { Notice } from '#web/components/notice.tsx';
import { PasswordField } from '#web/components/password-field.tsx';
import { SavedNote } from '#web/components/saved-note.tsx';
import { callApi } from '#web/lib/api.ts';
import { isApiError } from '#web/lib/api-error.ts';
import { showServerProblems, useContractForm } from '#web/lib/use-contract-form.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { openIssuedSession } from './open-issued-session.ts';

const EMPTY = { currentPassword: '', password: '', passwordConfirmation: '' };

export function PasswordChangeForm() {
  const [failure, setFailure] = useState<string>();
  const form = useContractForm({
    schema: passwordChange,
    defaultValues: EMPTY,
    toBody: (values) => values,
  });
  const change = useMutation({
    mutationFn: async (body: z.output<typeof passwordChange>) =>
      openIssuedSession(await callApi(accountEndpoints.changePassword, { body })),
    onMutate: () => setFailure(undefined),
    onSuccess: () => form.reset(EMPTY, { keepDirtyValues: false }),
    onError: (error) => {
      if (isApiError(error, 'password_wrong')) {
        form.setError('currentPassword', { type: 'server', message: error.message }, { shouldFocus: true });
      } else setFailure(showServerProblems(form, error));
    },
  });
  const { errors, isDirty } = form.formState;
  return (
    <form noValidate className="grid gap-4" onSubmit={form.handleSubmit((body) => change.mutate(body))}>
      {failure && <Notice tone="bad">{failure}</Notice>}
      <div className="grid gap-4 sm:max-w-[420px]">
        <PasswordField
          {...form.register('currentPassword')}
          label="Current password"
          autoComplete="current-password"
          error={errors.currentPassword?.message}
        />
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
      </div>
      <div className="flex items-center gap-4 pt-1">
        <Button type="submit" isBusy={change.isPending}>
          Change password
        </Button>
        <SavedNote isSaved={change.isSuccess && !isDirty} text="Password changed" />
      </div>
    </form>
  );
}
