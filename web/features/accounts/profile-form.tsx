import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { profileChange } from '#contract/endpoints/accounts.ts';
import { Button } from '#web/components/button.tsx';
import { Notice } from '#web/components/notice.tsx';
import { SavedNote } from '#web/components/saved-note.tsx';
import { TextField } from '#web/components/text-field.tsx';
import { todayIsoDate } from '#web/lib/formats.ts';
import { useUser } from '#web/lib/session.ts';
import { showServerProblems, useContractForm } from '#web/lib/use-contract-form.ts';
import { PlaceFields } from './place-fields.tsx';
import { toProfileChange, toProfileValues } from './profile-values.ts';
import { adoptUpdatedUser, updateUser } from './update-user.ts';

export function ProfileForm() {
  const user = useUser();
  const [failure, setFailure] = useState<string>();
  const form = useContractForm({
    schema: profileChange,
    defaultValues: toProfileValues(user),
    values: toProfileValues(user),
    toBody: toProfileChange,
  });
  const save = useMutation({
    mutationFn: (body: z.output<typeof profileChange>) => updateUser(user.id, body),
    onMutate: () => setFailure(undefined),
    onSuccess: (saved) => {
      form.reset(toProfileValues(saved), { keepDirtyValues: false });
      adoptUpdatedUser(saved);
    },
    onError: (error) => setFailure(showServerProblems(form, error)),
  });
  const { errors, isDirty } = form.formState;
  return (
    <form noValidate className="grid gap-4" onSubmit={form.handleSubmit((body) => save.mutate(body))}>
      {failure && <Notice tone="bad">{failure}</Notice>}
      <div className="grid gap-4 sm:grid-cols-2">
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
        <TextField label="E-mail" type="email" value={user.email} readOnly disabled />
        <TextField
          {...form.register('birth_date')}
          label="Birth date"
          optional
          type="date"
          autoComplete="bday"
          min="1900-01-01"
          max={todayIsoDate()}
          error={errors.birth_date?.message}
        />
        <PlaceFields form={form} />
      </div>
      <div className="flex items-center gap-4 pt-1">
        <Button type="submit" isBusy={save.isPending}>
          Save profile
        </Button>
        <SavedNote isSaved={save.isSuccess && !isDirty} />
      </div>
    </form>
  );
}
