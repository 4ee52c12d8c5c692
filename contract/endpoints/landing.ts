import { z } from 'zod';
import { endpointsOf } from '../endpoint.ts';
import { event } from '../entities/album.ts';
import { cents, count, isoDate, text } from '../primitives.ts';
import { READING_LIMITS } from './posters.ts';

const endpoint = endpointsOf('Landing page');

export const PUBLIC_EVENT_LIMIT = 100;

const publicEvent = event
  .pick({ id: true, name: true, brand_name: true, city: true, state: true, start_date: true, picture: true })
  .extend({
    /** The code of its page under /e/. */
    code: z.string(),
    last_date: isoDate,
    albums_count: count,
    photos_count: count,
  });
export type PublicEvent = z.output<typeof publicEvent>;

const publicTeam = z.object({
  code: z.string(),
  program_name: z.string(),
  team_name: z.string(),
  division_name: z.string(),
  /** The latest event of the team. */
  event_name: z.string(),
  start_date: isoDate,
  last_date: isoDate,
  albums_count: count,
});
export type PublicTeam = z.output<typeof publicTeam>;

export const landingEndpoints = {
  searchPublic: endpoint('GET /public-search', {
    access: 'public',
    summary:
      'Teams and events by name, with the number of albums that can be opened; no photos and no people',
    query: z.strictObject({ q: text(100).default('') }),
    limits: READING_LIMITS,
    response: z.object({ teams: z.array(publicTeam), events: z.array(publicEvent) }),
  }),
  listPublicEvents: endpoint('GET /public-events', {
    access: 'public',
    summary: `Current events for visitors, newest first, at most ${PUBLIC_EVENT_LIMIT}`,
    limits: READING_LIMITS,
    response: z.array(publicEvent),
  }),
  getLanding: endpoint('GET /landing', {
    access: 'public',
    summary: 'Get what a visitor sees before logging in: the latest events and prices',
    limits: READING_LIMITS,
    response: z.object({
      events: z.array(publicEvent),
      /** Today's prices of the latest event. */
      prices: z.object({
        photo: cents,
        /** The smallest set of photos that is sold for one price. */
        photos: z.object({ photos: count, price: cents }).nullable(),
        /** All photos of one athlete. */
        athlete: cents.nullable(),
        album: cents,
        share: cents,
      }),
    }),
  }),
};
