import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { accountEndpoints, registration } from '#contract/endpoints/accounts.ts';
import { Button } from '#web/components/button.tsx';
import { CheckField } from '#web/components/check-field.tsx';
import { Notice } from '#web/components/notice.tsx';
import { TextField } from '#web/components/text-field.tsx';
import { callApi } from '#web/lib/api.ts';
import { isApiError } from '#web/lib/api-error.ts';
import { todayIsoDate } from '#web/lib/formats.ts';
import { showServerProblems, useContractForm } from '#web/lib/use-contract-form.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { openIssuedSession } from './open-issued-session.ts';

const EMPTY = {
  first_name: '',
  last_name: '',
  email: '',
  password: '',
  birth_date: '',
  agreed_to_terms: false,
};

function toRegistration(values: typeof EMPTY) {
  return {
    ...values,
    username: values.email,
    name: `${values.first_name.trim()} ${values.last_name.trim()}`,
    birth_date: values.birth_date || null,
    provider: 'local',
  };
}

export function RegisterForm() {
  const [failure, setFailure] = useState<string>();
  const form = useContractForm({ schema: registration, defaultValues: EMPTY, toBody: toRegistration });
  const register = useMutation({
    mutationFn: async (body: z.output<typeof registration>) =>
      openIssuedSession(await callApi(accountEndpoints.register, { body })),
    onMutate: () => setFailure(undefined),
    onError: (error) => {
      if (isApiError(error, 'email_taken')) {
        form.setError('email', { type: 'server', message: error.message }, { shouldFocus: true });
      } else setFailure(showServerProblems(form, error));
    },
  });
  const { errors } = form.formState;
  return (
    <form noValidate className="grid gap-4" onSubmit={form.handleSubmit((body) => register.mutate(body))}>
      {failure && <Notice tone="bad">{failure}</Notice>}
      <div className="grid grid-cols-2 gap-3">
        <TextField
          {...form.register('first_name')}
          label="First name"
          autoComplete="given-name"
          error={errors.first_name?.message}
        />
        <TextField
          {...form.register('last_name')}
          label="Last name"
          autoComplete="family-name"
          error={errors.last_name?.message}
        />
      </div>
      <TextField
        {...form.register('email')}
        label="E-mail"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        error={errors.email?.message}
      />
      <NewPasswordField
        {...form.register('password')}
        label="Password"
        current={form.watch('password')}
        error={errors.password?.message}
      />
      <TextField
        {...form.register('birth_date')}
        label="Your birth date"
        optional
        type="date"
        autoComplete="bday"
        min="1900-01-01"
        max={todayIsoDate()}
        error={errors.birth_date?.message}
      />
      <CheckField {...form.register('agreed_to_terms')} error={errors.agreed_to_terms?.message}>
        I agree to the terms of use and the privacy notice
      </CheckField>
      <Button type="submit" isBusy={register.isPending} className="h-[52px]! w-full">
        Create account
      </Button>
    </form>
  );
}
