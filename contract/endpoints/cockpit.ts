import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { count, id, idParams, isoDate, isoTimestamp, requiredText } from '../primitives.ts';

const tag = 'Producer cockpit';

export const MOST_COCKPIT_LINKS = 20;
/** How long after the first day of an event a link lasts when nobody chooses. */
export const COCKPIT_LINK_DAYS = 90;

/** Cents that may be below zero: what went back can be more than what came in. */
const balance = z.int();

export const TEAM_STANDINGS = ['sold', 'unsold', 'unpublished', 'no_photos'] as const;
export type TeamStanding = (typeof TEAM_STANDINGS)[number];

/** One performance of a team. Money and sales stay with the team they were paid for, also after a swap. */
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

/** Figures of one event for whoever organised it; nothing in it is about a customer. */
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
    /** Uploads that brought something lately and are not complete. */
    batches: z.object({ under_way: count, files_arrived: count, files_total: count }),
  }),
  sales: z.object({
    orders: count,
    albums_sold: count,
    images_sold: count,
    gross: balance,
    /** What went back to buyers, as a positive amount. */
    refunds: balance,
    disputes: balance,
    net: balance,
  }),
  /** The producer's part of the net, to the nearest cent and never below nothing. */
  share: z.object({ rate_basis_points: count, owed: count }),
  teams: z.array(cockpitTeam),
  /** Photos that came in and money that moved, by hour or by day of the event's time zone, without gaps. */
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
  /** The last day it works, where the event is. */
  ends_on: isoDate,
  last_opened_at: isoTimestamp.nullable(),
  standing: z.enum(['works', 'ended', 'expired']),
});
export type CockpitLink = z.output<typeof cockpitLink>;

export const newCockpitLink = z.strictObject({
  label: requiredText(80),
  /** Left out: ninety days after the event begins, or from today once those are over. */
  ends_on: isoDate.optional(),
});

export const cockpitEndpoints = {
  openCockpit: endpoint({
    method: 'POST',
    path: '/cockpit',
    access: 'public',
    tag,
    summary:
      'Figures of an event by a secret link; only reads. A POST, so that no address and no log holds the secret',
    body: z.strictObject({
      token: z.string().min(1).max(200),
      /** The version the page shows: the same one is not sent again. */
      version: z.string().max(64).optional(),
    }),
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
    summary: `Make a secret link, at most ${MOST_COCKPIT_LINKS} that work at a time; its secret is told this once`,
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
