import { useQuery } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { type ChangeEvent, type ReactNode, useId, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { PriceList } from '#contract/endpoints/price-lists.ts';
import type { StaffEvent } from '#contract/entities/staff-event.ts';
import { DRAWN_PICTURES } from '#contract/rules/event-pictures.ts';
import { timeZoneName, timeZoneOf, US_ZONES } from '#contract/rules/time-zones.ts';
import { CheckField, RadioCard, SelectField, TextField } from '#web/components/form.tsx';
import { siteImagePriceQuery } from '#web/lib/staff.query.ts';
import { fieldProps } from '#web/lib/use-contract-form.ts';
import { type EventBody, type EventValues, timeZones } from './event-form.ts';
import { PICTURE_LABELS } from './event-picture-field.tsx';
import { asPriceForm, PriceFields } from './price-fields.tsx';
import { describePrices, listValues } from './price-values.ts';

type TextName =
  | 'name'
  | 'brand_name'
  | 'producer_name'
  | 'venue_name'
  | 'city'
  | 'state'
  | 'start_date'
  | 'last_date'
  | 'archive_date';
type EventFieldsProps = { form: UseFormReturn<EventValues, unknown, EventBody> };

type EventPlaceFieldsProps = EventFieldsProps & {
  /** Earlier events, whose brands are offered and whose places have known time zones. */
  events?: readonly StaffEvent[];
  /** Undefined if the picture is chosen elsewhere. */
  picture?: ReactNode;
};

export function EventPlaceFields({ form, events = [], picture }: EventPlaceFieldsProps) {
  const id = useId();
  const values = form.watch();
  const known = findZone(values, events);
  const [isByHand, setIsByHand] = useState(known !== undefined && known !== values.time_zone);
  const follow = () => {
    const zone = findZone(form.getValues(), events);
    if (zone && !isByHand) form.setValue('time_zone', zone, { shouldDirty: true });
  };
  const moveLastDay = ({ target }: ChangeEvent<HTMLInputElement>) => {
    if (form.getValues('last_date') < target.value) form.setValue('last_date', target.value);
  };
  const field = (name: TextName, onChange?: (event: ChangeEvent<HTMLInputElement>) => void) => ({
    ...fieldProps(form, name),
    ...(onChange && form.register(name, { onChange })),
  });
  return (
    <>
      <TextField {...field('name')} label="Event name" />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField {...field('start_date', moveLastDay)} label="First day" type="date" />
        <TextField {...field('last_date')} label="Last day" type="date" />
        <TextField {...field('brand_name')} label="Brand" list={`${id}-brands`} autoComplete="off" />
        <TextField {...field('producer_name')} label="Producer" optional />
        <TextField {...field('city', follow)} label="City" />
        <TextField {...field('state', follow)} label="State" />
        {isByHand || !known ? (
          <TimeZoneField form={form} />
        ) : (
          <p className="flex min-h-11 flex-wrap items-center gap-x-1.5 text-14 text-ok sm:col-span-2 sm:-mt-3">
            <Clock size={16} aria-hidden />
            {timeZoneName(values.time_zone)}, set from the city.
            <button
              type="button"
              aria-label="Change the time zone"
              onClick={() => setIsByHand(true)}
              className="min-h-11 px-1 font-semibold text-ink underline underline-offset-3"
            >
              Change
            </button>
          </p>
        )}
        <TextField {...field('venue_name')} label="Venue" optional />
        <TextField
          {...field('archive_date')}
          label="Photos on sale until"
          type="date"
          optional
          hint="The event is archived after this day. Customers keep what they bought."
        />
        {picture}
      </div>
      <datalist id={`${id}-brands`}>
        {[...new Set(events.map(({ brand_name }) => brand_name))].map((brand) => (
          <option key={brand} value={brand} />
        ))}
      </datalist>
    </>
  );
}

const plain = (text: string) => text.trim().toLowerCase();

/** Places outside the United States have the zone of an earlier event there. */
function findZone({ city, state }: EventValues, events: readonly StaffEvent[]): string | undefined {
  const zone = timeZoneOf({ city, state });
  if (zone || city.trim() === '') return zone;
  return events.find((event) => plain(event.city) === plain(city) && plain(event.state) === plain(state))
    ?.time_zone;
}

function TimeZoneField({ form }: EventFieldsProps) {
  const others = timeZones(form.formState.defaultValues?.time_zone ?? 'UTC').filter(
    (zone) => !(zone in US_ZONES),
  );
  return (
    <SelectField {...fieldProps(form, 'time_zone')} label="Time zone">
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
  return (
    <>
      <PriceListChoice form={form} lists={lists} />
      <PriceFields form={asPriceForm(form)} />
      <TextField
        {...fieldProps(form, 'producer_share_basis_points')}
        label="Producer’s share in percent"
        optional
        unit="%"
        hint="Share of the event’s sales after refunds. If empty, the share in the site’s settings applies."
      />
    </>
  );
}

export function AutoPublishField({ form }: EventFieldsProps) {
  return (
    <CheckField {...form.register('auto_publish')}>
      Publish albums automatically once they have enough photos
    </CheckField>
  );
}

/** Fills in the prices of a list. Later edits apply only to this event. */
function PriceListChoice({ form, lists }: EventPriceFieldsProps) {
  const version = form.watch('price_list_version');
  const { data: site } = useQuery(siteImagePriceQuery);
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
              <span className="truncate text-13 text-ink-2">
                {list.memo || describePrices(list, site?.image_price)}
              </span>
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
        Type any price below. It applies to this event only; the list doesn’t change.
      </p>
    </fieldset>
  );
}
