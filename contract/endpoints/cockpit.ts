import { z } from 'zod';
import { eventLinkEndpoints, guessLimit, linkToken } from '#contract/entities/links.ts';
import { endpointsOf } from '../endpoint.ts';
import { count, id, idParams, isoDate, isoTimestamp } from '../primitives.ts';

const tag = 'Producer cockpit';
const endpoint = endpointsOf(tag);

/** Cents; negative when refunds exceed sales. */
const balance = z.int();

export const TEAM_STATUSES = ['sold', 'unsold', 'unpublished', 'no_photos'] as const;
export type TeamStatus = (typeof TEAM_STATUSES)[number];

/** After a swap, sales still count for the team that was paid for. */
const cockpitTeam = z.object({
  album: id,
  program_name: z.string(),
  team_name: z.string(),
  division_name: z.string(),
  performance_order: count,
  status: z.enum(TEAM_STATUSES),
  photos: count,
  views: count,
  albums_sold: count,
  images_sold: count,
  net: balance,
});
export type CockpitTeam = z.output<typeof cockpitTeam>;

/** Totals of one event for its producer. They contain no customer data. */
const cockpit = z.object({
  event: z.object({
    name: z.string(),
    brand_name: z.string(),
    producer_name: z.string(),
    venue_name: z.string(),
    city: z.string(),
    state: z.string(),
    start_date: isoDate,
    time_zone: z.string(),
    archived: z.boolean(),
  }),
  uploads: z.object({
    albums: count,
    albums_published: count,
    teams: count,
    photos: count,
    photos_published: count,
    last_photo_at: isoTimestamp.nullable(),
    photos_last_minute: count,
    photos_last_10_minutes: count,
    photos_last_60_minutes: count,
    /** Uploads in progress: incomplete ones that received files recently. */
    batches: z.object({ under_way: count, files_arrived: count, files_total: count }),
  }),
  sales: z.object({
    orders: count,
    albums_sold: count,
    images_sold: count,
    gross: balance,
    /** A positive amount. */
    refunds: balance,
    disputes: balance,
    net: balance,
  }),
  share: z.object({ rate_basis_points: count, owed: count }),
  teams: z.array(cockpitTeam),
  /** Bars without gaps, by hour or day of the event's time zone. */
  timeline: z.object({
    step: z.enum(['hour', 'day']),
    bars: z.array(z.object({ from: isoTimestamp, photos: count, net: balance })),
  }),
});
export type Cockpit = z.output<typeof cockpit>;

const links = eventLinkEndpoints('producer', { path: 'cockpit-links', tag, noun: 'for its producer' });

export const cockpitEndpoints = {
  openCockpit: endpoint('POST /cockpit', {
    access: 'public',
    summary: 'Get totals of an event by secret link. A POST, so that the secret appears in no URL and no log',
    body: z.strictObject({
      token: linkToken,
      /** The version the page already shows; the answer is then null if nothing has changed. */
      version: z.string().max(64).optional(),
    }),
    limits: guessLimit('cockpit'),
    response: z.object({ version: z.string(), cockpit: cockpit.nullable() }),
  }),
  showEventSales: endpoint('GET /events/admin/:id/sales', {
    access: 'admin_albums',
    summary: 'Get totals of an event for staff, as its producer sees them',
    params: idParams,
    response: cockpit,
  }),
  listCockpitLinks: links.list,
  makeCockpitLink: links.make,
  endCockpitLink: links.end,
};
