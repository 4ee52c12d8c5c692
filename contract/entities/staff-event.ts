import { z } from 'zod';
import { count, id, isoDate, uuid } from '../primitives.ts';
import { event } from './album.ts';
import { balance } from './report-row.ts';

/** The producer's share of the event's net sales; null means the share in the site's settings. */
export const producerShare = z.int().min(0).max(10_000).nullable();

/** By the calendar of the event's time zone. */
const EVENT_STANDINGS = ['upcoming', 'running', 'over', 'archived'] as const;

export const staffEvent = event.extend({
  last_date: isoDate,
  auto_publish: z.boolean(),
  producer_share_basis_points: producerShare,
  tray_uuid: uuid,
  albums_count: count,
  images_count: count,
});
export type StaffEvent = z.output<typeof staffEvent>;

const figures = {
  standing: z.enum(EVENT_STANDINGS),
  albums_count: count,
  published_count: count,
  /** Includes photos that are in no album yet. */
  images_count: count,
  /** Photos whose album is in doubt. */
  doubtful_count: count,
  /** What customers paid after refunds and disputes, before card fees. */
  sales: balance,
};

export const listedEvent = event
  .pick({
    id: true,
    name: true,
    brand_name: true,
    producer_name: true,
    venue_name: true,
    city: true,
    state: true,
    start_date: true,
  })
  .extend({ last_date: isoDate, ...figures });
export type ListedEvent = z.output<typeof listedEvent>;

export const eventFigures = z.object({
  event: id,
  ...figures,
  /** Today's day of the event, counted from one; null when the event is not running. */
  day: count.nullable(),
  days: count,
  /** The performance that is on now by the running order. */
  order_now: z.int().nullable(),
  sales_today: balance,
});
export type EventFigures = z.output<typeof eventFigures>;
