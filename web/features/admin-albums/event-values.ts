import { z } from 'zod';
import { newEvent, newPricing } from '#contract/endpoints/catalogue.ts';
import type { StaffEvent } from '#contract/entities/staff-event.ts';
import { parseDollars, toDollars } from '#web/lib/dollars.ts';
import { todayIsoDate } from '#web/lib/formats.ts';

export type EventValues = Omit<z.output<typeof newEvent>, 'producer_share_basis_points'> & {
  share_price: string;
  image_price: string;
  producer_share_basis_points: string;
};

const dollars = z
  .string()
  .transform((text, context) => {
    const amountCents = parseDollars(text);
    if (amountCents !== undefined) return amountCents;
    context.addIssue({ code: 'custom', message: 'Enter an amount like 19.95' });
    return z.NEVER;
  })
  .pipe(newPricing.shape.share_price.nullable());

/** Kept as hundredths of a percent: the same digits as dollars and cents. */
const percent = z
  .string()
  .transform((text, context) => {
    const basisPoints = parseDollars(text);
    if (basisPoints !== undefined && (basisPoints ?? 0) <= 10_000) return basisPoints;
    context.addIssue({ code: 'custom', message: 'Enter a percentage from 0 to 100, like 12.5' });
    return z.NEVER;
  })
  .pipe(newEvent.shape.producer_share_basis_points.unwrap());

/** The contract's event beside its prices, typed in dollars; a pricing has no image price without a share price. */
export const eventForm = newEvent
  .extend({ share_price: dollars, image_price: dollars, producer_share_basis_points: percent })
  .refine(({ share_price, image_price }) => share_price !== null || image_price === null, {
    path: ['share_price'],
    message: 'Set a share price too',
  });

export type EventBody = z.output<typeof eventForm>;

export function toEventValues(event: StaffEvent | undefined): EventValues {
  const pricing = event?.event_pricings[0];
  return {
    name: event?.name ?? '',
    brand_name: event?.brand_name ?? '',
    producer_name: event?.producer_name ?? '',
    venue_name: event?.venue_name ?? '',
    city: event?.city ?? '',
    state: event?.state ?? '',
    start_date: event?.start_date ?? todayIsoDate(),
    time_zone: event?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    auto_publish: event?.auto_publish ?? true,
    producer_share_basis_points: toDollars(event?.producer_share_basis_points),
    share_price: toDollars(pricing?.share_price),
    image_price: toDollars(pricing?.image_price),
  };
}

/** The time zones a browser knows, and the one in use even when it knows it by another name. */
export function timeZones(current: string): string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', current])].toSorted();
}
