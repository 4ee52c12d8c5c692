import { z } from 'zod';
import { readPosterCode } from '#contract/rules/albums.ts';
import { endpointsOf } from '../endpoint.ts';
import { event } from '../entities/album.ts';
import { count, email, id, idParams, isoTimestamp, linkToken, text } from '../primitives.ts';
import { session } from './accounts.ts';
import { MAILED_LINK_LIMITS, TOKEN_GUESSES } from './log-in-limits.ts';

const endpoint = endpointsOf('Posters');

const posterCode = z
  .string()
  .max(20)
  .transform((value, problems) => {
    const code = readPosterCode(value);
    if (code === undefined)
      problems.addIssue({ code: 'custom', message: /*i18n*/ 'Enter the six characters' });
    return code ?? '';
  });

const codeParams = z.strictObject({ code: posterCode });

const posterTeam = z.object({
  code: z.string(),
  program_name: z.string(),
  team_name: z.string(),
  division_name: z.string(),
  performance_order: count,
  planned_at: isoTimestamp.nullable(),
  /** At least one album of the team at this event can be opened. */
  is_up: z.boolean(),
});
export type PosterTeam = z.output<typeof posterTeam>;

const posterEvent = event.pick({
  name: true,
  brand_name: true,
  venue_name: true,
  city: true,
  state: true,
  start_date: true,
  last_date: true,
  time_zone: true,
  picture: true,
});

const poster = z.object({
  /** The code of the event; `team` has its own. */
  code: z.string(),
  event: posterEvent,
  /** The team that the code names; null for the code of an event. */
  team: posterTeam.nullable(),
  albums_up: count,
  teams_total: count,
});
export type Poster = z.output<typeof poster>;

const followed = {
  /** False if the account already follows the maximum number of teams. */
  saved: z.boolean(),
  /** The album to open now; null while the photos are not up. */
  album: id.nullable(),
};

/** Reading posters and searching share these limits: a person types, a scraper walks. */
export const READING_LIMITS = [
  { name: 'public-read', per: 'device', max: 240, minutes: 10 },
  { name: 'public-read', per: 'address', max: 30_000, minutes: 10 },
] as const;

export const posterEndpoints = {
  getPoster: endpoint('GET /posters/:code', {
    access: 'public',
    summary: 'Get the event, and the team if there is one, of the code on a poster',
    params: codeParams,
    limits: READING_LIMITS,
    response: poster,
  }),
  listPosterTeams: endpoint('GET /posters/:code/teams', {
    access: 'public',
    summary: 'List teams at the event of a poster: those that match, or those that perform closest to now',
    params: codeParams,
    query: z.strictObject({ q: text(100).default('') }),
    limits: READING_LIMITS,
    response: z.object({ teams: z.array(posterTeam), total: count }),
  }),
  askToFollow: endpoint('POST /posters/:code/ask', {
    access: 'public',
    summary:
      'Mail a link that saves the team and logs in, or makes an account; the answer never reveals whether there is one',
    params: codeParams,
    body: z.strictObject({ email }),
    limits: [
      ...MAILED_LINK_LIMITS,
      { name: 'follow-mail', per: { field: 'email' }, max: 6, minutes: 24 * 60, refuses: 'nothing' },
    ],
    response: z.object({ sent: z.literal(true) }),
  }),
  confirmFollow: endpoint('POST /posters/confirm', {
    access: 'public',
    summary: 'Save the team of a mailed link and log in',
    body: z.strictObject({ token: linkToken, agreed_to_terms: z.literal(true) }),
    limits: TOKEN_GUESSES,
    response: session.extend(followed),
  }),
  followTeam: endpoint('POST /posters/:code/follow', {
    access: 'search_results',
    summary: 'Save the team of a poster for the logged-in customer',
    params: codeParams,
    response: z.object(followed),
  }),
  listPosterCodes: endpoint('GET /events/:id/poster-codes', {
    access: 'admin_albums',
    summary: 'Get the codes of an event and its teams, for printing',
    params: idParams,
    response: z.object({
      /** The address of the shop; pages are under /e/. */
      base_url: z.string(),
      code: z.string(),
      event: posterEvent,
      teams: z.array(posterTeam),
    }),
  }),
};
