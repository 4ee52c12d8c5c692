import { z } from 'zod';
import { cents, count, id, isoDate, isoTimestamp, uuid } from '../primitives.ts';

export const eventPricing = z.object({
  id,
  share_price: cents,
  image_price: cents.nullable(),
});

export const event = z.object({
  id,
  name: z.string(),
  brand_name: z.string(),
  city: z.string(),
  state: z.string(),
  producer_name: z.string(),
  venue_name: z.string(),
  start_date: isoDate,
  archived: z.boolean(),
  event_pricings: z.array(eventPricing),
});
export type Event = z.output<typeof event>;

export const album = z.object({
  id,
  uuid,
  program_name: z.string(),
  team_name: z.string(),
  division_name: z.string(),
  performance_order: count,
  identifier: z.string(),
  created_at: isoTimestamp,
  events: z.array(event),
});
export type Album = z.output<typeof album>;

export const image = z.object({
  id,
  width: count,
  height: count,
  captured_at: isoTimestamp.nullable(),
  placeholder: z.string().nullable(),
});
export type Image = z.output<typeof image>;
