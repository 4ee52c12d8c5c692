import type { UseFormReturn } from 'react-hook-form';
import { formatCents } from '#contract/rules/money.ts';
import { albumPriceCents, DEFAULT_IMAGE_PRICE_CENTS } from '#contract/rules/pricing.ts';
import { CheckField } from '#web/components/check-field.tsx';
import { SelectField } from '#web/components/select-field.tsx';
import { TextField } from '#web/components/text-field.tsx';
import { parseDollars } from '#web/lib/dollars.ts';
import { type EventBody, type EventValues, timeZones } from './event-values.ts';

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
        <SelectField {...form.register('time_zone')} label="Time zone" error={errors.time_zone?.message}>
          {timeZones(defaultValues?.time_zone ?? 'UTC').map((zone) => (
            <option key={zone}>{zone}</option>
          ))}
        </SelectField>
      </div>
    </>
  );
}

export function EventPriceFields({ form }: EventFieldsProps) {
  const { errors } = form.formState;
  const share = parseDollars(form.watch('share_price'));
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...form.register('share_price')}
          label="Share price in dollars"
          optional
          inputMode="decimal"
          error={errors.share_price?.message}
          hint={
            share === undefined
              ? 'An album costs seven shares.'
              : `Album: ${formatCents(albumPriceCents(share))}${share === null ? ' (site default)' : ', seven shares'}`
          }
        />
        <TextField
          {...form.register('image_price')}
          label="Photo price in dollars"
          optional
          inputMode="decimal"
          error={errors.image_price?.message}
          hint={`If empty: ${formatCents(DEFAULT_IMAGE_PRICE_CENTS)}`}
        />
      </div>
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
