import type { UseFormReturn } from 'react-hook-form';
import { profileChange } from '#contract/endpoints/accounts.ts';
import type { User } from '#contract/entities/user.ts';
import { countryCodeOf } from '#contract/rules/countries.ts';
import { US_STATES } from '#contract/rules/time-zones.ts';
import { Button } from '#web/components/button.tsx';
import { Form, SelectField, TextField } from '#web/components/form.tsx';
import { SavedNote } from '#web/components/saved-note.tsx';
import { listCountries, listCountryCodes } from '#web/lib/countries.ts';
import { todayIsoDate } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { useUser } from '#web/lib/session.ts';
import { fieldProps, useContractForm, useFormMutation } from '#web/lib/use-contract-form.ts';
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
        <TextField
          {...fieldProps(form, 'first_name')}
          label={i18n.t('First name')}
          autoComplete="given-name"
        />
        <TextField
          {...fieldProps(form, 'last_name')}
          label={i18n.t('Last name')}
          autoComplete="family-name"
        />
        <TextField
          {...fieldProps(form, 'birth_date')}
          label={i18n.t('Birth date')}
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
          {i18n.t('Save profile')}
        </Button>
        <SavedNote isSaved={save.isSuccess && !isDirty} />
      </div>
    </Form>
  );
}

type PlaceFieldsProps<Body> = { form: UseFormReturn<ProfileValues, unknown, Body> };

/** The country decides whether the state is a list or free text. */
function PlaceFields<Body>({ form }: PlaceFieldsProps<Body>) {
  const { errors } = form.formState;
  const isUs = countryCodeOf(form.watch('country')) === 'US';
  return (
    <>
      <SelectField
        {...form.register('country', { onChange: () => form.setValue('state', '', { shouldDirty: true }) })}
        label={i18n.t('Country')}
        optional
        autoComplete="country-name"
        error={errors.country?.message}
      >
        <option value="">{i18n.t('Choose a country')}</option>
        {listCountries().map(({ name, shown }) => (
          <option key={name} value={name}>
            {shown}
          </option>
        ))}
      </SelectField>
      {isUs ? (
        <SelectField
          {...fieldProps(form, 'state')}
          key="us-state"
          label={i18n.t('State')}
          optional
          autoComplete="address-level1"
        >
          <option value="">{i18n.t('Choose a state')}</option>
          {US_STATES.map(({ name, code }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
      ) : (
        <TextField
          {...fieldProps(form, 'state')}
          key="state"
          label={i18n.t('State or region')}
          optional
          autoComplete="address-level1"
        />
      )}
      <TextField
        {...fieldProps(form, 'city')}
        label={i18n.t('City')}
        optional
        autoComplete="address-level2"
      />
      <TextField
        {...fieldProps(form, 'zip_code')}
        label={isUs ? i18n.t('ZIP code') : i18n.t('Postal code')}
        optional
        autoComplete="postal-code"
      />
    </>
  );
}

type ProfileValues = ReturnType<typeof toProfileValues>;

function toProfileValues(user: User) {
  return {
    first_name: user.first_name,
    last_name: user.last_name,
    birth_date: user.birth_date ?? '',
    /** The name from the list: four names share the code GB, and only the code is stored. */
    country: listCountryCodes().find(({ code }) => code === user.country)?.name ?? '',
    state: user.state ?? '',
    city: user.city ?? '',
    zip_code: user.zip_code ?? '',
  };
}

function toProfileChange(values: ProfileValues) {
  return {
    first_name: values.first_name,
    last_name: values.last_name,
    name: `${values.first_name.trim()} ${values.last_name.trim()}`,
    birth_date: values.birth_date || null,
    country: countryCodeOf(values.country) ?? null,
    state: values.state || null,
    city: values.city || null,
    zip_code: values.zip_code || null,
    agreed_to_terms: true,
  };
}
