import { z } from 'zod';
import { endpointsOf } from '#contract/endpoint.ts';
import { count, id, idParams, isoDate, isoTimestamp, requiredText } from '#contract/primitives.ts';

// Secret links that staff make for one event: for its producer, for a photographer, or for a screen at the venue.

/** `most` is the limit of active links of an event; `days` is the usual lifetime, counted from its first day. */
export const EVENT_LINKS = {
  producer: { max: 20, days: 90 },
  pass: { max: 100, days: 90 },
  wall: { max: 20, days: 14 },
} as const;
export type EventLinkKind = keyof typeof EVENT_LINKS;

export const eventLink = z.object({
  id,
  /** The recipient. Photos of a pass are credited to this name. */
  label: z.string(),
  made_by: z.string(),
  created_at: isoTimestamp,
  /** The last day it works, in the event's time zone. */
  ends_on: isoDate,
  last_opened_at: isoTimestamp.nullable(),
  status: z.enum(['works', 'ended', 'expired']),
});
export type EventLink = z.output<typeof eventLink>;

export const newEventLink = z.strictObject({
  label: requiredText(80),
  /** If absent, it follows from EVENT_LINKS, counted from today for an event that is over. */
  ends_on: isoDate.optional(),
});
export type NewEventLink = z.output<typeof newEventLink>;

/** The secret travels in a POST body, so it appears in no URL and no log. */
export const linkToken = z.string().min(1).max(200);

/** Everybody at a venue shares one address, so a right link opens whatever others guess. */
export function guessLimit(name: string) {
  return [
    { name, per: 'address', max: 60, minutes: 15, counts: ['not_found'], refuses: 'failures' },
  ] as const;
}

/** The calls by which staff list, create and end the links of one kind. */
export function eventLinkEndpoints<Path extends string>(
  kind: EventLinkKind,
  { path, tag, noun }: { path: Path; tag: string; noun: string },
) {
  const endpoint = endpointsOf(tag);
  return {
    list: endpoint(`GET /events/:id/${path}`, {
      access: 'admin_albums',
      summary: `The secret links of an event ${noun}, newest first, without their secrets`,
      params: idParams,
      response: z.array(eventLink),
    }),
    make: endpoint(`POST /events/:id/${path}`, {
      access: 'admin_albums',
      summary: `Create a secret link ${noun} (at most ${EVENT_LINKS[kind].max} active ones); only this answer contains the secret`,
      params: idParams,
      body: newEventLink,
      response: eventLink.extend({ token: z.string() }),
    }),
    end: endpoint(`POST /${path}/:id/end`, {
      access: 'admin_albums',
      summary: `End a secret link ${noun} at once`,
      params: idParams,
      response: eventLink,
    }),
  };
}

export const PHOTO_LINK_STATUSES = { works: 'Active', ended: 'Ended', expired: 'Expired' } as const;

/** A link to shared photos as staff see it, without its secret. */
export const photoLinkRow = z.object({
  id,
  user: id,
  user_name: z.string(),
  label: z.string(),
  album: id,
  /** The team, such as "Northshore Elite Royals". */
  title: z.string(),
  event: id,
  event_name: z.string(),
  photos: count,
  downloads: z.boolean(),
  created_at: isoTimestamp,
  ends_at: isoTimestamp,
  last_opened_at: isoTimestamp.nullable(),
  status: z.enum(['works', 'ended', 'expired']),
});
export type PhotoLinkRow = z.output<typeof photoLinkRow>;
