import type { z } from 'zod';
import { moreOpenings, userAdministrationEndpoints } from '#contract/endpoints/user-administration.ts';
import { FormSheet } from '#web/components/form-sheet.tsx';
import { TextField } from '#web/components/text-field.tsx';
import { callApi } from '#web/lib/api.ts';
import { fieldProps, useContractForm, useFormMutation } from '#web/lib/use-contract-form.ts';
import { useUserAction } from './use-user-action.ts';

const FIELDS = {
  more_programs: 'More programs in 30 days',
  more_albums: 'More albums in a day',
  days: 'For how many days',
} as const;
type Values = Record<keyof typeof FIELDS, string>;

const DEFAULTS: Values = { more_programs: '12', more_albums: '60', days: '30' };

const toNumber = (text: string) => (text.trim() === '' ? Number.NaN : Number(text));
const toBody = ({ more_programs, more_albums, days }: Values) => ({
  more_programs: toNumber(more_programs),
  more_albums: toNumber(more_albums),
  days: toNumber(days),
});

export function AllowMoreSheet({ userId, onClose }: { userId: number; onClose: () => void }) {
  const form = useContractForm({ schema: moreOpenings, defaultValues: DEFAULTS, toBody });
  const allow = useUserAction(
    userId,
    (body: z.output<typeof moreOpenings>) =>
      callApi(userAdministrationEndpoints.allowMore, { params: { id: userId }, body }),
    () => 'Saved. It applies at once.',
  );
  const { failure, isPending, submit } = useFormMutation(form, {
    send: (body: z.output<typeof moreOpenings>) => allow.mutateAsync(body),
    onSuccess: onClose,
  });
  return (
    <FormSheet
      title="Allow more"
      description="On top of the site’s limits. Zero of both ends what was allowed before."
      submitLabel="Allow"
      isBusy={isPending}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      {(Object.keys(FIELDS) as (keyof typeof FIELDS)[]).map((field) => (
        <TextField key={field} {...fieldProps(form, field)} label={FIELDS[field]} inputMode="numeric" />
      ))}
    </FormSheet>
  );
}
