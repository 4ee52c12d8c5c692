import { z } from 'zod';
import { eventLinkEndpoints, guessLimit, linkToken } from '#contract/entities/links.ts';
import { endpointsOf } from '../endpoint.ts';
import { count, id, idParams, isoTimestamp, photoId, requiredText } from '../primitives.ts';

const tag = 'Live wall';
const endpoint = endpointsOf(tag);

export const MAX_WALL_PHOTOS = 60;
export const MAX_WALL_TEAMS = 5_000;

/** Names the team and the event, never a child. */
const wallPhoto = z.object({
  id: photoId,
  width: count,
  height: count,
  placeholder: z.string().nullable(),
  team: z.string(),
});
export type WallPhoto = z.output<typeof wallPhoto>;

const wall = z.object({
  event: z.object({ name: z.string(), venue_name: z.string() }),
  /** The path of the event's public page, for the QR code; null for an archived event. */
  poster_path: z.string().nullable(),
  /** False while staff have the wall of this event switched off. */
  is_on: z.boolean(),
  /** The newest published photos of teams that agreed, newest first. */
  photos: z.array(wallPhoto),
});
export type Wall = z.output<typeof wall>;

const wallTeam = z.object({
  album: id,
  performance_order: count,
  program_name: z.string(),
  team_name: z.string(),
  published: z.boolean(),
  /** The person who agreed for the team; null if nobody has. */
  agreed_by: z.string().nullable(),
  recorded_by: z.string().nullable(),
  recorded_at: isoTimestamp.nullable(),
});
export type WallTeam = z.output<typeof wallTeam>;

const wallSettings = z.object({ is_on: z.boolean(), teams: z.array(wallTeam) });
export type WallSettings = z.output<typeof wallSettings>;

export const wallConsent = z.strictObject({
  /** Teams of the event. */
  albums: z.array(id).min(1).max(500),
  /** Null withdraws the consent at once. */
  agreed_by: requiredText(120).nullable(),
});

const links = eventLinkEndpoints('wall', { path: 'wall-links', tag, noun: 'for a screen' });

export const wallEndpoints = {
  listWallLinks: links.list,
  makeWallLink: links.make,
  endWallLink: links.end,
  openWall: endpoint('POST /wall', {
    access: 'public',
    summary:
      'The newest photos of an event for a screen at the venue, by secret link. The secret is in the body',
    body: z.strictObject({
      token: linkToken,
      /** The version the page already shows; the answer is then null if nothing has changed. */
      version: z.string().max(64).optional(),
    }),
    limits: guessLimit('wall'),
    response: z.object({
      version: z.string(),
      wall: wall.nullable(),
      /** Opens the pictures for a while. */
      auth: z.string(),
    }),
  }),
  wallImage: endpoint('GET /wall/pictures/:name', {
    access: 'public',
    summary: 'Get a watermarked picture of the wall, as long as it may be shown',
    params: z.strictObject({ name: z.string().max(40) }),
    query: z.strictObject({ auth: z.string().max(200) }),
    limits: [{ name: 'wall-picture', per: 'address', max: 6_000, minutes: 10 }],
    raw: true,
  }),
  getWallSettings: endpoint('GET /events/:id/wall', {
    access: 'admin_albums',
    summary: 'Get whether the wall of an event is on, and which teams agreed to be shown',
    params: idParams,
    response: wallSettings,
  }),
  switchWall: endpoint('PUT /events/:id/wall', {
    access: 'admin_albums',
    summary: 'Switch the wall of an event on or off. It is off until somebody switches it on',
    params: idParams,
    body: z.strictObject({ is_on: z.boolean() }),
    response: wallSettings,
  }),
  setWallConsent: endpoint('PUT /events/:id/wall/teams', {
    access: 'admin_albums',
    summary: 'Record that teams agreed to be shown on the wall, and who agreed, or withdraw it',
    params: idParams,
    body: wallConsent,
    response: wallSettings,
  }),
};
