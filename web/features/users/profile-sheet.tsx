import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { accountEndpoints, profileChange } from '#contract/endpoints/accounts.ts';
import type { User } from '#contract/entities/user.ts';
import { historyList } from '#contract/lists/history.ts';
import { Button } from '#web/components/button.tsx';
import { Notice } from '#web/components/notice.tsx';
import { Sheet } from '#web/components/sheet.tsx';
import { TextField } from '#web/components/text-field.tsx';
import { callApi } from '#web/lib/api.ts';
import { todayIsoDate } from '#web/lib/formats.ts';
import { listKey } from '#web/lib/staff-list-key.ts';
import { showServerProblems, useContractForm } from '#web/lib/use-contract-form.ts';
import { userKey } from './users.query.ts';

const FIELDS = [
  'first_name',
  'last_name',
  'birth_date',
  'phone_number',
  'city',
  'state',
  'zip_code',
] as const;
type Values = Record<(typeof FIELDS)[number], string>;

const LABELS: Values = {
  first_name: 'First name',
  last_name: 'Last name',
  birth_date: 'Birth date',
  phone_number: 'Phone',
  city: 'City',
  state: 'State',
  zip_code: 'ZIP code',
};

const toValues = (user: User) =>
  Object.fromEntries(FIELDS.map((field) => [field, user[field] ?? ''])) as Values;

function toBody({ first_name, last_name, ...rest }: Values) {
  const optional = Object.fromEntries(Object.entries(rest).map(([field, value]) => [field, value || null]));
  return { first_name, last_name, name: `${first_name.trim()} ${last_name.trim()}`, ...optional };
}

export function ProfileSheet({ user, onClose }: { user: User; onClose: () => void }) {
  const queryClient = useQueryClient();
  const [failure, setFailure] = useState<string>();
  const form = useContractForm({ schema: profileChange, defaultValues: toValues(user), toBody });
  const save = useMutation({
    mutationFn: (body: z.output<typeof profileChange>) =>
      callApi(accountEndpoints.updateUser, { params: { id: user.id }, body }),
    onMutate: () => setFailure(undefined),
    onSuccess: async () => {
      void queryClient.invalidateQueries({ queryKey: listKey(historyList) });
      await queryClient.invalidateQueries({ queryKey: userKey(user.id) });
      onClose();
    },
    onError: (error) => setFailure(showServerProblems(form, error)),
  });
  const { errors } = form.formState;
  return (
    <Sheet title="Edit profile" description="A new phone number must be verified again." onClose={onClose}>
      <form
        noValidate
        className="grid gap-4 pb-3 sm:grid-cols-2"
        onSubmit={form.handleSubmit((body) => save.mutate(body))}
      >
        {failure && <Notice tone="bad">{failure}</Notice>}
        {FIELDS.map((field) => (
          <TextField
            key={field}
            {...form.register(field)}
            label={LABELS[field]}
            error={errors[field]?.message}
            optional={!field.endsWith('_name')}
            {...(field === 'birth_date' && { type: 'date', min: '1900-01-01', max: todayIsoDate() })}
          />
        ))}
        <div className="flex items-end">
          <Button type="submit" isBusy={save.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
