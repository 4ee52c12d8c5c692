import type { UseFormReturn } from 'react-hook-form';
import { CheckField } from '#web/components/check-field.tsx';
import { SelectField } from '#web/components/select-field.tsx';
import { TextField } from '#web/components/text-field.tsx';
import { type EventBody, type EventValues, timeZones } from './event-values.ts';
import { PriceFields } from './price-fields.tsx';

type EventFieldsProps = { form: UseFormReturn<EventValues, unknown, EventBody> };

export function EventPlaceFields({ form }: EventFieldsProps) {
  const { errors, defaultValues } = form.formState;
  return (
    <>
      <TextField {...form.register('name')} label="Name" error={errors.name?.message} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...form.register('brand_name')} label="Brand" error={errors.brand_name?.message} />
        <TextField
          {...form.register('producer_name')}
          label="Producer"
          optional
          error={errors.producer_name?.message}
        />
      </div>
      <TextField {...form.register('venue_name')} label="Venue" optional error={errors.venue_name?.message} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...form.register('city')} label="City" optional error={errors.city?.message} />
        <TextField {...form.register('state')} label="State" optional error={errors.state?.message} />
        <TextField
          {...form.register('start_date')}
          label="First day"
          type="date"
          error={errors.start_date?.message}
        />
        <TextField
          {...form.register('last_date')}
          label="Last day"
          type="date"
          error={errors.last_date?.message}
        />
        <SelectField {...form.register('time_zone')} label="Time zone" error={errors.time_zone?.message}>
          {timeZones(defaultValues?.time_zone ?? 'UTC').map((zone) => (
            <option key={zone}>{zone}</option>
          ))}
        </SelectField>
        <TextField
          {...form.register('archive_date')}
          label="Photos on sale until"
          type="date"
          optional
          error={errors.archive_date?.message}
          hint="The event is archived after this day. Customers keep what they bought."
        />
      </div>
    </>
  );
}

export function EventPriceFields({ form }: EventFieldsProps) {
  const { errors } = form.formState;
  return (
    <>
      <PriceFields form={form} />
      <TextField
        {...form.register('producer_share_basis_points')}
        label="Producer’s share in percent"
        optional
        inputMode="decimal"
        error={errors.producer_share_basis_points?.message}
        hint="Share of the event’s sales after refunds. If empty, the share in the site’s settings applies."
      />
      <CheckField {...form.register('auto_publish')}>
        Publish albums automatically when photos arrive
      </CheckField>
    </>
  );
}
