import type { UseFormReturn } from 'react-hook-form';
import { COUNTRIES, countryCodeOf } from '#contract/rules/countries.ts';
import { US_STATES } from '#contract/rules/reference-lists.ts';
import { SelectField } from '#web/components/select-field.tsx';
import { TextField } from '#web/components/text-field.tsx';
import { fieldProps } from '#web/lib/use-contract-form.ts';
import type { ProfileValues } from './profile-values.ts';

type PlaceFieldsProps<Body> = { form: UseFormReturn<ProfileValues, unknown, Body> };

/** The country decides whether the state is a list or free text. */
export function PlaceFields<Body>({ form }: PlaceFieldsProps<Body>) {
  const { errors } = form.formState;
  const isUs = countryCodeOf(form.watch('country')) === 'US';
  return (
    <>
      <SelectField
        {...form.register('country', { onChange: () => form.setValue('state', '', { shouldDirty: true }) })}
        label="Country"
        optional
        autoComplete="country-name"
        error={errors.country?.message}
      >
        <option value="">Choose a country</option>
        {COUNTRIES.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </SelectField>
      {isUs ? (
        <SelectField
          {...fieldProps(form, 'state')}
          key="us-state"
          label="State"
          optional
          autoComplete="address-level1"
        >
          <option value="">Choose a state</option>
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
          label="State or region"
          optional
          autoComplete="address-level1"
        />
      )}
      <TextField {...fieldProps(form, 'city')} label="City" optional autoComplete="address-level2" />
      <TextField
        {...fieldProps(form, 'zip_code')}
        label={isUs ? 'ZIP code' : 'Postal code'}
        optional
        autoComplete="postal-code"
      />
    </>
  );
}
