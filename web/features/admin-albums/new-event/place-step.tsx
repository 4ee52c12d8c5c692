import { Clock } from 'lucide-react';
import { useId, useState } from 'react';
import type { StaffEvent } from '#contract/entities/staff-event.ts';
import { isDrawnPicture } from '#contract/rules/event-pictures.ts';
import { timeZoneName, timeZoneOf } from '#contract/rules/time-zones.ts';
import { TextField } from '#web/components/form.tsx';
import { EventPictureSelect, TimeZoneField } from '../event-fields.tsx';
import type { Start } from './start-values.ts';
import { asEventForm, type NewEventForm } from './use-new-event.ts';

type PlaceStepProps = { form: NewEventForm; events: readonly StaffEvent[]; start: Start };

const plain = (text: string) => text.trim().toLowerCase();

export function PlaceStep({ form, events, start }: PlaceStepProps) {
  const id = useId();
  const { errors } = form.formState;
  const [isByHand, setIsByHand] = useState(false);
  const values = form.watch();
  const known = findZone(values, events);
  const follow = () => {
    const zone = findZone(form.getValues(), events);
    if (zone && !isByHand) form.setValue('time_zone', zone, { shouldDirty: true });
  };
  const hasPhoto = start.kind !== 'blank' && !isDrawnPicture(start.event.picture);
  return (
    <>
      <TextField {...form.register('name')} label="Event name" error={errors.name?.message} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          {...form.register('start_date', {
            onChange: ({ target }) => {
              if (form.getValues('last_date') < target.value) form.setValue('last_date', target.value);
            },
          })}
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
        <TextField
          {...form.register('brand_name')}
          label="Brand"
          list={`${id}-brands`}
          autoComplete="off"
          error={errors.brand_name?.message}
        />
        <TextField
          {...form.register('producer_name')}
          label="Producer"
          optional
          error={errors.producer_name?.message}
        />
        <TextField
          {...form.register('city', { onChange: follow })}
          label="City"
          error={errors.city?.message}
        />
        <TextField
          {...form.register('state', { onChange: follow })}
          label="State"
          error={errors.state?.message}
        />
        {isByHand || !known ? (
          <TimeZoneField form={asEventForm(form)} />
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
        <TextField
          {...form.register('venue_name')}
          label="Venue"
          optional
          error={errors.venue_name?.message}
        />
        <TextField
          {...form.register('archive_date')}
          label="Photos on sale until"
          type="date"
          optional
          error={errors.archive_date?.message}
        />
        {!hasPhoto && <EventPictureSelect form={asEventForm(form)} />}
      </div>
      <datalist id={`${id}-brands`}>
        {[...new Set(events.map(({ brand_name }) => brand_name))].map((brand) => (
          <option key={brand} value={brand} />
        ))}
      </datalist>
    </>
  );
}

/** Places outside the United States have the zone of an earlier event there. */
function findZone(
  { city, state }: { city: string; state: string },
  events: readonly StaffEvent[],
): string | undefined {
  const zone = timeZoneOf({ city, state });
  if (zone || city.trim() === '') return zone;
  return events.find((event) => plain(event.city) === plain(city) && plain(event.state) === plain(state))
    ?.time_zone;
}
