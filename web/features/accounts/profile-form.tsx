import { profileChange } from '#contract/endpoints/accounts.ts';
import { Button } from '#web/components/button.tsx';
import { Form } from '#web/components/form.tsx';
import { SavedNote } from '#web/components/saved-note.tsx';
import { TextField } from '#web/components/text-field.tsx';
import { todayIsoDate } from '#web/lib/formats.ts';
import { useUser } from '#web/lib/session.ts';
import { fieldProps, useContractForm, useFormMutation } from '#web/lib/use-contract-form.ts';
import { PlaceFields } from './place-fields.tsx';
import { toProfileChange, toProfileValues } from './profile-values.ts';
import { adoptUpdatedUser, updateUser } from './update-user.ts';

export function ProfileForm() {
  const user = useUser();
  const form = useContractForm({
    schema: profileChange,
    defaultValues: toProfileValues(user),
    values: toProfileValues(user),
    toBody: toProfileChange,
  });
  const save = useFormMutation(form, {
    send: (body) => updateUser(user.id, body),
    onSuccess: (saved) => {
      form.reset(toProfileValues(saved), { keepDirtyValues: false });
      adoptUpdatedUser(saved);
    },
  });
  const { isDirty } = form.formState;
  return (
    <Form failure={save.failure} onSubmit={save.submit}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...fieldProps(form, 'first_name')} label="First name" autoComplete="given-name" />
        <TextField {...fieldProps(form, 'last_name')} label="Last name" autoComplete="family-name" />
        <TextField
          {...fieldProps(form, 'birth_date')}
          label="Birth date"
          optional
          type="date"
          autoComplete="bday"
          min="1900-01-01"
          max={todayIsoDate()}
        />
        <PlaceFields form={form} />
      </div>
      <div className="flex items-center gap-4 pt-1">
        <Button type="submit" isBusy={save.isPending}>
          Save profile
        </Button>
        <SavedNote isSaved={save.isSuccess && !isDirty} />
      </div>
    </Form>
  );
}
