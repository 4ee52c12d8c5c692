import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { count, id, idParams, isoDate, isoTimestamp, requiredText } from '../primitives.ts';

const tag = 'Producer cockpit';

export const MOST_COCKPIT_LINKS = 20;
/** Default lifetime of a link, counted from the first day of the event. */
export const COCKPIT_LINK_DAYS = 90;

/** Cents; negative when refunds exceed sales. */
const balance = z.int();

export const TEAM_STANDINGS = ['sold', 'unsold', 'unpublished', 'no_photos'] as const;
export type TeamStanding = (typeof TEAM_STANDINGS)[number];

/** After a swap, sales still count for the team that was paid for. */
const cockpitTeam = z.object({
  album: id,
  program_name: z.string(),
  team_name: z.string(),
  division_name: z.string(),
  performance_order: count,
  standing: z.enum(TEAM_STANDINGS),
  photos: count,
  views: count,
  albums_sold: count,
  images_sold: count,
  net: balance,
});
export type CockpitTeam = z.output<typeof cockpitTeam>;

/** Figures of one event for its producer. They contain no customer data. */
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

const cockpitLink = z.object({
  id,
  label: z.string(),
  made_by: z.string(),
  created_at: isoTimestamp,
  /** The last day it works, in the event's time zone. */
  ends_on: isoDate,
  last_opened_at: isoTimestamp.nullable(),
  standing: z.enum(['works', 'ended', 'expired']),
});
export type CockpitLink = z.output<typeof cockpitLink>;

export const newCockpitLink = z.strictObject({
  label: requiredText(80),
  /** Defaults to COCKPIT_LINK_DAYS after the event begins, or after today if that has passed. */
  ends_on: isoDate.optional(),
});

export const cockpitEndpoints = {
  openCockpit: endpoint({
    method: 'POST',
    path: '/cockpit',
    access: 'public',
    tag,
    summary: 'Figures of an event, by secret link. A POST, so that the secret appears in no URL and no log',
    body: z.strictObject({
      token: z.string().min(1).max(200),
      /** The version the page already shows; the answer is then null if nothing has changed. */
      version: z.string().max(64).optional(),
    }),
    /** A producer shares the venue's address with everyone there, so a right link opens whatever others guess. */
    limits: [
      { name: 'cockpit', per: 'address', max: 60, minutes: 15, counts: 'failures', refuses: 'failures' },
    ],
    response: z.object({ version: z.string(), cockpit: cockpit.nullable() }),
  }),
  listCockpitLinks: endpoint({
    method: 'GET',
    path: '/events/:id/cockpit-links',
    access: 'admin_albums',
    tag,
    summary: "The secret links to an event's cockpit, newest first, without their secrets",
    params: idParams,
    response: z.array(cockpitLink),
  }),
  makeCockpitLink: endpoint({
    method: 'POST',
    path: '/events/:id/cockpit-links',
    access: 'admin_albums',
    tag,
    summary: `Create a secret link (at most ${MOST_COCKPIT_LINKS} active ones); only this answer contains the secret`,
    params: idParams,
    body: newCockpitLink,
    response: cockpitLink.extend({ token: z.string() }),
  }),
  endCockpitLink: endpoint({
    method: 'POST',
    path: '/cockpit-links/:id/end',
    access: 'admin_albums',
    tag,
    summary: 'End a secret link at once',
    params: idParams,
    response: cockpitLink,
  }),
};
