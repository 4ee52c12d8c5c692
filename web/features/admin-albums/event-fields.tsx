import type { UseFormReturn } from 'react-hook-form';
import type { PriceList } from '#contract/endpoints/price-lists.ts';
import { DRAWN_PICTURES } from '#contract/rules/event-pictures.ts';
import { timeZoneName, US_ZONES } from '#contract/rules/time-zones.ts';
import { CheckField, RadioCard, SelectField, TextField } from '#web/components/form.tsx';
import { type EventBody, type EventValues, timeZones } from './event-form.ts';
import { PICTURE_LABELS } from './event-picture-field.tsx';
import { asPriceForm, PriceFields } from './price-fields.tsx';
import { describePrices, listValues } from './price-values.ts';

type EventFieldsProps = { form: UseFormReturn<EventValues, unknown, EventBody> };

export function EventPlaceFields({ form }: EventFieldsProps) {
  const { errors } = form.formState;
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
        <TimeZoneField form={form} />
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

export function TimeZoneField({ form }: EventFieldsProps) {
  const { errors, defaultValues } = form.formState;
  const others = timeZones(defaultValues?.time_zone ?? 'UTC').filter((zone) => !(zone in US_ZONES));
  return (
    <SelectField {...form.register('time_zone')} label="Time zone" error={errors.time_zone?.message}>
      <optgroup label="United States">
        {Object.entries(US_ZONES).map(([zone, name]) => (
          <option key={zone} value={zone}>
            {name}
          </option>
        ))}
      </optgroup>
      <optgroup label="Other places">
        {others.map((zone) => (
          <option key={zone} value={zone}>
            {timeZoneName(zone)}
          </option>
        ))}
      </optgroup>
    </SelectField>
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

type EventPriceFieldsProps = EventFieldsProps & { lists: readonly PriceList[] };

export function EventPriceFields({ form, lists }: EventPriceFieldsProps) {
  const { errors } = form.formState;
  return (
    <>
      <PriceListChoice form={form} lists={lists} />
      <PriceFields form={asPriceForm(form)} />
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

/** Fills the prices from a list. What is typed afterward counts for this event only. */
function PriceListChoice({ form, lists }: EventPriceFieldsProps) {
  const version = form.watch('price_list_version');
  const current = lists.filter((list) => !list.archived);
  if (current.length === 0) return null;
  const choose = (list: PriceList | undefined) => {
    form.setValue('price_list_version', list?.price_list_version ?? null, { shouldDirty: true });
    for (const [name, value] of Object.entries(list ? listValues(list) : {}))
      form.setValue(name as keyof ReturnType<typeof listValues>, value, { shouldDirty: true });
  };
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-14 font-semibold">Price list</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,200px),1fr))] gap-2">
        {current.map((list) => (
          <RadioCard
            key={list.id}
            name="price-list"
            checked={list.price_list_version === version}
            onChange={() => choose(list)}
          >
            <span className="grid min-w-0">
              <b className="truncate font-bold">{list.name}</b>
              <span className="truncate text-13 text-ink-2">{list.memo || describePrices(list)}</span>
            </span>
          </RadioCard>
        ))}
        <RadioCard
          name="price-list"
          checked={!current.some((list) => list.price_list_version === version)}
          onChange={() => choose(undefined)}
        >
          <span className="grid">
            <b className="font-bold">Type my own</b>
            <span className="text-13 text-ink-2">For this event only</span>
          </span>
        </RadioCard>
      </div>
      <p className="text-14 text-ink-2">
        Type any price below. It counts for this event only; the list stays as it is.
      </p>
    </fieldset>
  );
}
