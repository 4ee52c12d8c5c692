import { Plus } from 'lucide-react';
import { type ComponentProps, useId } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { MAX_PHOTO_STEPS, newPricing } from '#contract/entities/staff-event.ts';
import { DRAWN_PICTURES } from '#contract/rules/event-pictures.ts';
import { formatCents } from '#contract/rules/money.ts';
import { albumPriceCents, DEFAULT_IMAGE_PRICE_CENTS } from '#contract/rules/pricing.ts';
import { Button } from '#web/components/button.tsx';
import { CheckField, SelectField, TextField } from '#web/components/form.tsx';
import { parseDollars } from '#web/lib/formats.ts';
import { type EventBody, type EventValues, timeZones } from './event-form.ts';
import { PICTURE_LABELS } from './event-picture-field.tsx';
import { PricePreview } from './price-preview.tsx';
import { BLANK_STEP, priceFields, toPricing } from './price-values.ts';

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

export function EventPictureSelect({ form }: EventFieldsProps) {
  return (
    <SelectField
      {...form.register('picture')}
      label="Picture for visitors"
      hint="You can upload a photo once the event exists."
    >
      {DRAWN_PICTURES.map((picture) => (
        <option key={picture} value={picture}>
          {PICTURE_LABELS[picture]}
        </option>
      ))}
    </SelectField>
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
        Publish albums automatically once they have enough photos
      </CheckField>
    </>
  );
}

type PriceFieldsProps = { form: UseFormReturn<EventValues, unknown, EventBody> };

type PriceName = Exclude<keyof typeof priceFields, 'photo_steps'>;

const typedPrices = z.object(priceFields);

export function PriceFields({ form }: PriceFieldsProps) {
  const { errors } = form.formState;
  const values = form.watch();
  const share = parseDollars(values.share_price);
  const typed = typedPrices.safeParse(values);
  const pricing = typed.success ? newPricing.safeParse(toPricing(typed.data)) : undefined;
  const field = (name: PriceName, label: string, props: Partial<ComponentProps<typeof TextField>>) => (
    <TextField {...form.register(name)} label={label} optional error={errors[name]?.message} {...props} />
  );
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {field('share_price', 'Share price in dollars', {
          inputMode: 'decimal',
          hint:
            share === undefined
              ? 'An album costs seven shares.'
              : `Album: ${formatCents(albumPriceCents(share))}${share === null ? ' (site default)' : ', seven shares'}`,
        })}
        {field('image_price', 'Photo price in dollars', {
          inputMode: 'decimal',
          hint: `If empty: ${formatCents(DEFAULT_IMAGE_PRICE_CENTS)}`,
        })}
      </div>
      <PhotoSteps form={form} />
      {field('athlete_price', 'All photos of one athlete, in dollars', {
        inputMode: 'decimal',
        hint: 'Photos in which we found the same athlete of a customer never cost more together.',
      })}
      <div className="grid gap-4 sm:grid-cols-2">
        {field('early_until', 'Early bird until', { type: 'date' })}
        {field('early_percent_off', 'Early bird, percent off', { inputMode: 'numeric' })}
        {field('late_from', 'Late price from', { type: 'date' })}
        {field('late_percent_more', 'Late price, percent more', { inputMode: 'numeric' })}
      </div>
      {pricing?.success && <PricePreview pricing={pricing.data} />}
    </>
  );
}

function PhotoSteps({ form }: PriceFieldsProps) {
  const hintId = useId();
  const steps = form.watch('photo_steps');
  const errors = form.formState.errors.photo_steps;
  return (
    <fieldset className="grid gap-3" aria-describedby={hintId}>
      <legend className="font-bold">Several photos for one price</legend>
      <p id={hintId} className="text-14 text-ink-2">
        For example 5 photos for $20. Leave rows empty that you do not need.
      </p>
      {steps.map((_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no other name and keep their order
        <div key={row} className="grid grid-cols-2 gap-4">
          <TextField
            {...form.register(`photo_steps.${row}.photos`)}
            label="Photos"
            aria-label={`Photos, step ${row + 1}`}
            inputMode="numeric"
            error={errors?.[row]?.photos?.message}
          />
          <TextField
            {...form.register(`photo_steps.${row}.price`)}
            label="Price in dollars"
            aria-label={`Price in dollars, step ${row + 1}`}
            inputMode="decimal"
            error={errors?.[row]?.price?.message}
          />
        </div>
      ))}
      {errors?.root?.message && (
        <p role="alert" className="text-14 font-medium text-bad">
          {errors.root.message}
        </p>
      )}
      {steps.length < MAX_PHOTO_STEPS && (
        <Button
          icon={Plus}
          kind="line"
          size="small"
          className="justify-self-start"
          onClick={() => form.setValue('photo_steps', [...steps, BLANK_STEP])}
        >
          Add a step
        </Button>
      )}
    </fieldset>
  );
}
