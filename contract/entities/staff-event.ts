import { z } from 'zod';
import { cents, count, id, isoDate, isoTimestamp, uuid, version } from '../primitives.ts';
import { album, event } from './album.ts';
import { balance } from './staff-rows.ts';

/** The producer's share of the event's net sales; null means the share in the site's settings. */
export const producerShare = z.int().min(0).max(10_000).nullable();

/** By the calendar of the event's time zone. */
const EVENT_STATUSES = ['upcoming', 'running', 'over', 'archived'] as const;

export const staffEvent = event.extend({
  auto_publish: z.boolean(),
  producer_share_basis_points: producerShare,
  tray_uuid: uuid,
  albums_count: count,
  images_count: count,
  /** The price list that the prices were taken from. */
  price_list: z
    .object({
      id,
      name: z.string(),
      /** The version in use, and its number counted from one. */
      version: id,
      number: count,
      is_newest: z.boolean(),
      /** The event has changed some of the prices since. */
      has_own_prices: z.boolean(),
    })
    .nullable(),
  /** Counts changes of the event and of its prices. */
  version,
});
export type StaffEvent = z.output<typeof staffEvent>;

const totals = {
  status: z.enum(EVENT_STATUSES),
  albums_count: count,
  published_count: count,
  /** Includes photos that are in no album yet. */
  images_count: count,
  /** Photos whose album is in doubt. */
  unsorted_count: count,
  /** After refunds and disputes, before card fees. */
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
    last_date: true,
  })
  .extend(totals);
export type ListedEvent = z.output<typeof listedEvent>;

export const eventTotals = z.object({
  event: id,
  ...totals,
  /** Today's day of the event, counted from one; null when the event is not running. */
  day: count.nullable(),
  days: count,
  /** The performance that is on now by the running order. */
  order_now: z.int().nullable(),
  sales_today: balance,
  /** Albums that are not published automatically because they have fewer photos than staff are warned about. */
  few_photos: z.object({ albums: count, fewest: count }),
  /** Cameras whose clocks look wrong; their photos wait for a decision. */
  clock_hints: count,
});
export type EventTotals = z.output<typeof eventTotals>;

const price = cents.max(10_000_000);
const percent = (max: number) => z.int().min(1).max(max);

export const MAX_PHOTO_STEPS = 6;

export const pricingFields = z.strictObject({
  share_price: price,
  image_price: price.nullable(),
  photo_steps: z
    .array(z.strictObject({ photos: z.int().min(2).max(200), price }))
    .max(MAX_PHOTO_STEPS)
    .default([]),
  athlete_price: price.nullable().default(null),
  early: z
    .strictObject({ until: isoDate, percent_off: percent(90) })
    .nullable()
    .default(null),
  late: z
    .strictObject({ from: isoDate, percent_more: percent(100) })
    .nullable()
    .default(null),
});

type Bundles = Pick<z.output<typeof pricingFields>, 'photo_steps' | 'image_price'>;

function checkSteps({ photo_steps: steps, image_price: single }: Bundles, context: z.RefinementCtx): void {
  for (const [row, { photos, price }] of steps.entries()) {
    const refuse = (field: 'photos' | 'price', message: string) =>
      context.addIssue({ code: 'custom', path: ['photo_steps', row, field], message });
    const isRepeated = steps.slice(0, row).some((earlier) => earlier.photos === photos);
    if (isRepeated) refuse('photos', 'This number of photos has a price already');
    if (single !== null && price >= photos * single)
      refuse('price', 'Must cost less than the same photos one by one');
  }
}
const { photo_steps, athlete_price, early, late } = pricingFields.shape;

/** Fields that are left out stay as they are; the whole has to be a `newPricing`. */
export const pricingEdit = pricingFields
  .extend({
    photo_steps: photo_steps.unwrap(),
    athlete_price: athlete_price.unwrap(),
    early: early.unwrap(),
    late: late.unwrap(),
    /** The version of a price list that the prices start from. If omitted, the event keeps its own. */
    price_list_version: id.nullable(),
    version,
  })
  .partial();

export const newPricing = pricingFields
  .superRefine(checkSteps)
  .refine(({ early, late }) => !early || !late || early.until < late.from, {
    path: ['late'],
    message: 'The late price must start after the early-bird price ends',
  });

/** The prices of a list. The dates of early and late prices belong to each event. */
export const listPrices = pricingFields.omit({ early: true, late: true }).superRefine(checkSteps);
export type ListPrices = z.output<typeof listPrices>;

export const adminAlbum = album.omit({ events: true, cover: true, cover_auth: true }).extend({
  event: id,
  published_at: isoTimestamp.nullable(),
});
export type AdminAlbum = z.output<typeof adminAlbum>;

/** An album with the facts of its event. */
const placedAlbum = adminAlbum.extend({
  event_name: z.string(),
  event_date: isoDate,
  city: z.string(),
  state: z.string(),
  /** The public page of the album. */
  url: z.string(),
});
export type PlacedAlbum = z.output<typeof placedAlbum>;

export const ZIP_STATES = ['no_photos', 'not_prepared', 'working', 'ready', 'failed'] as const;

export const listedAlbum = placedAlbum.extend({
  cover: album.shape.cover,
  cover_auth: album.shape.cover_auth,
  /** Albums and single photos that customers bought and still own. */
  sold: count,
  /** After refunds and disputes, before card fees. */
  revenue: balance,
  zip: z.enum(ZIP_STATES),
});
export type ListedAlbum = z.output<typeof listedAlbum>;
