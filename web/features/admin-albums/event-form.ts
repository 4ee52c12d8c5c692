import { z } from 'zod';
import { catalogueEndpoints, newEvent } from '#contract/endpoints/catalogue.ts';
import type { pricingEdit, StaffEvent } from '#contract/entities/staff-event.ts';
import { callApi } from '#web/lib/api.ts';
import { browserTimeZone, parseDollars, toDollars, todayIsoDate } from '#web/lib/formats.ts';
import { useSavedForm } from '#web/lib/use-saved-form.ts';
import {
  findPriceProblems,
  type PriceValues,
  priceFields,
  toPriceValues,
  toPricing,
} from './price-values.ts';

export type EventValues = Omit<z.output<typeof newEvent>, 'producer_share_basis_points' | 'archive_date'> &
  PriceValues & {
    producer_share_basis_points: string;
    last_date: string;
    archive_date: string;
    price_list_version: number | null;
  };

/** Kept as hundredths of a percent: the same digits as dollars and cents. */
export const percent = z
  .string()
  .transform((text, context) => {
    const basisPoints = parseDollars(text);
    if (basisPoints !== undefined && (basisPoints ?? 0) <= 10_000) return basisPoints;
    context.addIssue({ code: 'custom', message: 'Enter a percentage from 0 to 100, like 12.5' });
    return z.NEVER;
  })
  .pipe(newEvent.shape.producer_share_basis_points.unwrap());

/** An empty field means that photos are sold without end. */
const archiveDate = z
  .string()
  .transform((text) => (text === '' ? null : text))
  .pipe(newEvent.shape.archive_date.unwrap());

/** The contract's event beside its prices, typed in dollars. */
export const eventForm = newEvent
  .extend({
    ...priceFields,
    producer_share_basis_points: percent,
    archive_date: archiveDate,
    price_list_version: z.number().nullable(),
  })
  .superRefine((form, context) => {
    if (form.last_date !== undefined && form.last_date < form.start_date) {
      const message = 'The last day must not be before the first';
      context.addIssue({ code: 'custom', path: ['last_date'], message });
    }
    if (form.archive_date !== null && form.archive_date < (form.last_date ?? form.start_date)) {
      const message = 'Photos must be on sale until the last day of the event';
      context.addIssue({ code: 'custom', path: ['archive_date'], message });
    }
    for (const { path, message } of findPriceProblems(form))
      context.addIssue({ code: 'custom', path, message });
  });

export type EventBody = z.output<typeof eventForm>;

export function toEventValues(event: StaffEvent | undefined): EventValues {
  return {
    name: event?.name ?? '',
    brand_name: event?.brand_name ?? '',
    producer_name: event?.producer_name ?? '',
    venue_name: event?.venue_name ?? '',
    city: event?.city ?? '',
    state: event?.state ?? '',
    start_date: event?.start_date ?? todayIsoDate(),
    last_date: event?.last_date ?? todayIsoDate(),
    archive_date: event?.archive_date ?? '',
    time_zone: event?.time_zone ?? browserTimeZone(),
    auto_publish: event?.auto_publish ?? true,
    // The picture of an event that exists is chosen beside the form.
    picture: event ? undefined : 'cheer',
    producer_share_basis_points: toDollars(event?.producer_share_basis_points),
    price_list_version: event?.price_list?.version ?? null,
    ...toPriceValues(event?.event_pricings[0]),
  };
}

/** The time zones a browser knows, and the one in use even when it knows it by another name. */
export function timeZones(current: string): string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', current])].toSorted();
}

const EVENT_KEYS = Object.keys(newEvent.shape);
/** These prices are typed in several fields. */
const PRICE_PARTS = {
  share_price: ['album_price'],
  early: ['early_until', 'early_percent_off'],
  late: ['late_from', 'late_percent_more'],
};

/** Leaves out the prices, which have their own call. */
export function pickEvent(form: EventBody): z.output<typeof newEvent> {
  return newEvent.parse(pick(form, EVENT_KEYS));
}

const pick = (fields: object | null, keys: readonly string[]) =>
  Object.fromEntries(Object.entries(fields ?? {}).filter(([key]) => keys.includes(key)));

function changedPrices(body: EventBody, changed: readonly string[]): z.input<typeof pricingEdit> {
  const parts = Object.entries(PRICE_PARTS).flatMap(([price, typed]) =>
    typed.some((name) => changed.includes(name)) ? [price] : [],
  );
  return pick({ ...toPricing(body), price_list_version: body.price_list_version }, [...changed, ...parts]);
}

type EventSave = { body: EventBody; changes: Partial<EventBody>; version: number | undefined };

/** An event and its prices have a call each. */
async function saveEvent(id: number, { body, changes, version }: EventSave) {
  const changed = Object.keys(changes);
  // The server moves the last day with the first one, unless it is sent.
  const eventKeys = changed.includes('start_date') ? [...changed, 'last_date'] : changed;
  const edit = pick(
    body,
    EVENT_KEYS.filter((key) => eventKeys.includes(key)),
  );
  const prices = changedPrices(body, changed);
  if (Object.keys(edit).length > 0) {
    await callApi(catalogueEndpoints.updateEvent, { params: { id }, body: { ...edit, version } });
  }
  if (Object.keys(prices).length > 0) {
    await callApi(catalogueEndpoints.setPricing, { params: { id }, body: { ...prices, version } });
  }
  return callApi(catalogueEndpoints.getStaffEvent, { params: { id } });
}

/** The form of an event with its prices, and the way to save it. */
export function useEventForm(event: StaffEvent, onSaved: (event: StaffEvent) => void) {
  return useSavedForm({
    schema: eventForm,
    saved: event,
    toValues: toEventValues,
    send: (save) => saveEvent(event.id, save),
    reload: () => callApi(catalogueEndpoints.getStaffEvent, { params: { id: event.id } }),
    onSaved,
    fieldsOf: PRICE_PARTS,
  });
}
