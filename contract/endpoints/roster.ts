import { z } from 'zod';
import { endpointsOf } from '../endpoint.ts';
import {
  count,
  email,
  id,
  idInPath,
  idParams,
  isoDate,
  isoTimestamp,
  phoneNumber,
  requiredText,
  version,
} from '../primitives.ts';

const endpoint = endpointsOf('Photographers');

export const MAX_PHOTOGRAPHERS = 2_000;
export const MAX_OTHER_NAMES = 20;
export const MAX_CREDITED_NAMES = 200;

/** A part of the sales after refunds and without tax: 3,000 is 30%. */
export const rateBasisPoints = z.int().min(0).max(10_000);

export const newPhotographer = z.strictObject({
  name: requiredText(80),
  email: email.nullable().default(null),
  phone: phoneNumber.nullable().default(null),
  /** The rate at an event that names no other one; the site's rate if absent. */
  default_rate_basis_points: rateBasisPoints.optional(),
  /** Other spellings in the credits of photos; case and accents do not matter. */
  other_names: z.array(requiredText(200)).max(MAX_OTHER_NAMES).default([]),
});
export type NewPhotographer = z.output<typeof newPhotographer>;

export const photographer = newPhotographer.extend({
  id,
  version,
  default_rate_basis_points: rateBasisPoints,
  events: count,
  /** When they were archived. */
  left_at: isoTimestamp.nullable(),
});
export type Photographer = z.output<typeof photographer>;

export const photographerChange = z
  .strictObject({
    name: requiredText(80),
    email: email.nullable(),
    phone: phoneNumber.nullable(),
    default_rate_basis_points: rateBasisPoints,
    other_names: z.array(requiredText(200)).max(MAX_OTHER_NAMES),
    has_left: z.boolean(),
    version,
  })
  .partial();
export type PhotographerChange = z.output<typeof photographerChange>;

/** Null means every day of the event. */
const eventDays = z.array(isoDate).min(1).max(31).nullable();

export const eventPhotographerTerms = z.strictObject({
  /** Counts for sales from now on. */
  rate_basis_points: rateBasisPoints,
  days: eventDays.default(null),
});

/** Omitted fields keep their value. A new assignment starts with the usual rate and every day. */
const eventPhotographerChange = z
  .strictObject({ rate_basis_points: rateBasisPoints, days: eventDays, version })
  .partial();
export type EventPhotographerChange = z.output<typeof eventPhotographerChange>;

const eventPhotographer = eventPhotographerTerms.extend({
  version,
  photographer: id,
  name: z.string(),
  /** Photos of the event that are credited to one of their names. */
  photos: count,
});
export type EventPhotographer = z.output<typeof eventPhotographer>;

const eventRoster = z.object({
  assigned: z.array(eventPhotographer),
  /**
   * Credits of the event's photos that belong to nobody assigned; `photographer` is null for a name that is not on the
   * roster.
   */
  others: z.array(z.object({ name: z.string(), photos: count, photographer: id.nullable() })),
});
export type EventRoster = z.output<typeof eventRoster>;

const ofEvent = z.strictObject({ id: idInPath, photographer: idInPath });

export const rosterEndpoints = {
  listPhotographers: endpoint('GET /photographers', {
    access: 'admin_photographer_report',
    summary: 'List the roster by name, including those who left',
    response: z.array(photographer),
  }),
  addPhotographer: endpoint('POST /photographers', {
    access: 'admin_albums',
    summary: `Add a photographer to the roster (at most ${MAX_PHOTOGRAPHERS})`,
    body: newPhotographer,
    response: photographer,
  }),
  changePhotographer: endpoint('PUT /photographers/:id', {
    access: 'admin_albums',
    summary: 'Edit or archive a photographer; a changed rate counts for sales from now on',
    params: idParams,
    body: photographerChange,
    response: photographer,
  }),
  linkCreditedName: endpoint('POST /photographers/:id/names', {
    access: 'admin_albums',
    summary: 'Credit photos with this name to the photographer',
    params: idParams,
    body: z.strictObject({ name: requiredText(200) }),
    response: photographer,
  }),
  listEventPhotographers: endpoint('GET /events/:id/photographers', {
    access: 'admin_albums',
    summary: 'List who photographs an event, and the other names that its photos credit',
    params: idParams,
    response: eventRoster,
  }),
  assignPhotographer: endpoint('PUT /events/:id/photographers/:photographer', {
    access: 'admin_albums',
    summary: 'Assign a photographer to an event, or change their rate or days',
    params: ofEvent,
    body: eventPhotographerChange,
    response: eventRoster,
  }),
  unassignPhotographer: endpoint('DELETE /events/:id/photographers/:photographer', {
    access: 'admin_albums',
    summary: 'Take a photographer off an event; their photos stay theirs, at their usual rate',
    params: ofEvent,
    response: eventRoster,
  }),
};
