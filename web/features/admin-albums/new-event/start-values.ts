// The values a new event starts with: last year's event, the newest event of a brand, or nothing.

import type { PriceList } from '#contract/endpoints/price-lists.ts';
import type { StaffEvent } from '#contract/entities/staff-event.ts';
import { isDrawnPicture } from '#contract/rules/event-pictures.ts';
import { addDays } from '#web/lib/formats.ts';
import { type EventValues, toEventValues } from '../event-form.ts';
import { listValues, toPriceValues } from '../price-values.ts';

export type CrewValues = { photographer: number; days: string[] | null; rate: string };
export type NewEventValues = EventValues & { crew: CrewValues[] };

/** What staff can leave behind when they repeat last year's event. */
export const BRING_ALONG = { prices: 'Prices', photographers: 'Photographers', picture: 'Picture' } as const;
export type Part = keyof typeof BRING_ALONG;

export type Start =
  | { kind: 'event' | 'brand'; event: StaffEvent; without?: readonly Part[] }
  | { kind: 'blank' };

export const brings = (start: Start, part: Part) => start.kind !== 'blank' && !start.without?.includes(part);

/** An uploaded photo comes along by itself; only drawn pictures are chosen in the form. */
export const bringsPhoto = (start: Start) =>
  start.kind !== 'blank' && brings(start, 'picture') && !isDrawnPicture(start.event.picture);

/** Fifty-two weeks later is the same weekend of the next year. */
const YEAR_DAYS = 364;

export function startValues(start: Start, lists: readonly PriceList[], today: string): EventValues {
  if (start.kind === 'blank') return toEventValues(undefined);
  const { event } = start;
  const values = start.kind === 'event' ? repeat(event, today) : fromBrand(event);
  return {
    ...values,
    ...(brings(start, 'prices') ? newestPrices(event, lists) : NO_PRICES),
    picture: brings(start, 'picture') ? drawnPicture(event) : toEventValues(undefined).picture,
  };
}

const NO_PRICES = {
  ...toPriceValues(undefined),
  price_list_version: null,
  producer_share_basis_points: '',
};

function repeat(event: StaffEvent, today: string): EventValues {
  const values = toEventValues(event);
  let days = YEAR_DAYS;
  while (addDays(event.start_date, days) < today) days += YEAR_DAYS;
  const move = (day: string) => (day === '' ? '' : addDays(day, days));
  const start_date = move(event.start_date);
  const years = Number(start_date.slice(0, 4)) - Number(event.start_date.slice(0, 4));
  return {
    ...values,
    name: event.name.replace(/\b20\d\d\b/, (year) => String(Number(year) + years)),
    start_date,
    last_date: move(event.last_date),
    archive_date: move(values.archive_date),
    early_until: move(values.early_until),
    late_from: move(values.late_from),
  };
}

function fromBrand(event: StaffEvent): EventValues {
  const { name, venue_name, city, state, start_date, last_date, archive_date } = toEventValues(undefined);
  const dates = { early_until: '', early_percent_off: '', late_from: '', late_percent_more: '' };
  const own = { name, venue_name, city, state, start_date, last_date, archive_date, ...dates };
  return { ...toEventValues(event), ...own };
}

/** The form only knows drawn pictures. The server copies an uploaded one from the event that the new one starts from. */
const drawnPicture = ({ picture }: StaffEvent) => (isDrawnPicture(picture) ? picture : undefined);

/** A new event takes the newest version of its list, unless the earlier event had its own prices. */
function newestPrices({ price_list: used }: StaffEvent, lists: readonly PriceList[]) {
  const list = used && !used.has_own_prices && lists.find(({ id, archived }) => id === used.id && !archived);
  return list ? { price_list_version: list.price_list_version, ...listValues(list) } : {};
}

/** The event that comes around next, a year after it took place. */
export function findNextToRepeat(events: readonly StaffEvent[], today: string): StaffEvent | undefined {
  const due = events.filter(
    ({ start_date }) => addDays(start_date, YEAR_DAYS) >= today && start_date <= today,
  );
  return due.toSorted((a, b) => a.start_date.localeCompare(b.start_date))[0] ?? events[0];
}

/** The newest event of each brand; the events come newest first. */
export function newestOfBrands(events: readonly StaffEvent[]): StaffEvent[] {
  const brands = Map.groupBy(events, ({ brand_name }) => brand_name);
  return [...brands.values()].flatMap(([newest]) => newest ?? []);
}
