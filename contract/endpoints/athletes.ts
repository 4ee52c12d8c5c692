import { z } from 'zod';
import { albumMatches, box, referencePhoto } from '#contract/entities/athlete.ts';
import { alertChoice } from '#contract/entities/user.ts';
import { endpointsOf } from '../endpoint.ts';
import { LANGUAGES } from '../i18n.ts';
import {
  count,
  done,
  id,
  idInPath,
  idParams,
  isoTimestamp,
  listParameters,
  photoId,
  requiredText,
  text,
} from '../primitives.ts';
import { FACE_PROBLEMS, MISSING_VERIFICATIONS, REFERENCE_PROBLEMS } from '../rules/athletes.ts';

const endpoint = endpointsOf('Athletes');

export const MAX_REFERENCE_PHOTOS = 10;
export const MAX_ATHLETES = 20;
const MAX_REFERENCE_BYTES = 20 * 1024 * 1024;

export type ReferencePhoto = z.output<typeof referencePhoto>;

/** Progress of the search through the customer's albums. */
const search = z.object({
  is_running: z.boolean(),
  albums_done: count,
  albums_total: count,
  /** Albums that were or will be searched today, for all athletes of the customer. */
  albums_today: count,
  /** Until this is verified, no photo of a face can be added and nothing is searched. */
  missing_verification: z.enum(MISSING_VERIFICATIONS).nullable(),
  /** When the day's limit is reached: the time from which the other albums are searched. */
  resumes_at: isoTimestamp.nullable(),
  /** False if face matching is off or this server cannot do it. */
  is_available: z.boolean(),
});

const MAX_ATHLETES_LISTED = 1_000;

const userAthlete = z.object({
  id,
  user: id,
  name: z.string(),
  team_name: z.string().nullable(),
  deleted: z.boolean(),
  consented_at: isoTimestamp.nullable(),
  consent_version: z.string().nullable(),
  consent_relation: z.enum(['guardian', 'self']).nullable(),
  user_athlete_reference_photos: z.array(referencePhoto),
  matches_sure: count,
  matches_maybe: count,
  search,
  created_at: isoTimestamp,
});
export type UserAthlete = z.output<typeof userAthlete>;

const consent = z.strictObject({
  version: requiredText(20),
  relation: z.enum(['guardian', 'self']),
  given: z.literal(true),
});

/** Query parameters are texts. */
const fraction = z.coerce.number().min(0).max(1);

/** Details of the error `reference_refused`; faces are in fractions of width and height. */
export const referenceRefusal = z.object({
  problem: z.enum(REFERENCE_PROBLEMS),
  faces: z.array(box.extend({ problem: z.enum(FACE_PROBLEMS).nullable().default(null) })),
});
export type ReferenceRefusal = z.output<typeof referenceRefusal>;

export const newAthlete = z.strictObject({
  name: requiredText(120),
  team_name: text(120).nullish(),
  consent,
});

export const athleteEndpoints = {
  listAthletes: endpoint('GET /user-athletes', {
    access: 'my_athlete',
    summary: "List the customer's athletes; staff may name another user",
    query: z.strictObject({
      user_eq: idInPath.optional(),
      deleted_eq: z.enum(['true', 'false']).optional(),
      ...listParameters(['id', 'name', 'created_at'], MAX_ATHLETES_LISTED),
    }),
    response: z.array(userAthlete),
  }),
  addAthlete: endpoint('POST /user-athletes', {
    access: 'my_athlete',
    verification: 'address',
    summary: 'Add an athlete, with the consent that face matching needs',
    body: newAthlete,
    response: userAthlete,
  }),
  withdrawConsent: endpoint('POST /user-athletes/:id/withdraw-consent', {
    access: 'my_athlete',
    verification: 'address',
    summary: 'Stop recognizing an athlete: photos, template and matches are destroyed, the name stays',
    params: idParams,
    response: userAthlete,
  }),
  giveConsent: endpoint('POST /user-athletes/:id/consent', {
    access: 'my_athlete',
    verification: 'address',
    summary: 'Consent again for an athlete whose consent was withdrawn',
    params: idParams,
    body: consent,
    response: userAthlete,
  }),
  chooseAlerts: endpoint('PUT /user-athletes/:id/alerts', {
    access: 'my_athlete',
    summary: 'Choose notifications for new photos of an athlete; omitted fields stay as they are',
    params: idParams,
    body: alertChoice.partial(),
    response: done,
  }),
  findAthleteImages: endpoint('GET /user-athletes/findAllUserAthleteImages/:id', {
    access: 'my_athlete',
    verification: 'address',
    summary:
      'List matches of an athlete in all albums the customer holds, newest event first, rejected ones last',
    params: idParams,
    response: z.object({ athlete: userAthlete, albums: z.array(albumMatches) }),
  }),
  albumAthletes: endpoint('GET /user-athletes/albums', {
    access: 'my_athlete',
    summary: 'Count photos per athlete in each held album, for album cards; does not use up a view',
    response: z.array(
      z.object({ album: id, athlete: id, name: z.string(), photos: count, close_ups: count }),
    ),
  }),
  athletesInAlbum: endpoint('GET /user-athletes/albums/:id', {
    access: 'my_athlete',
    verification: 'address',
    summary: 'List which images of a held album show which athlete, for the filter in the viewer',
    params: idParams,
    response: z.array(
      z.object({
        athlete: id,
        name: z.string(),
        images: z.array(
          z.object({
            image: photoId,
            certainty: z.enum(['sure', 'maybe']),
            decision: z.enum(['confirmed', 'rejected']).nullable(),
          }),
        ),
      }),
    ),
  }),
  decideMatch: endpoint('POST /user-athletes/:id/matches', {
    access: 'my_athlete',
    verification: 'address',
    summary: 'Confirm or reject a match, or clear the decision',
    params: idParams,
    body: z.strictObject({ image: photoId, decision: z.enum(['confirmed', 'rejected']).nullable() }),
    response: done,
  }),
  exportAthlete: endpoint('GET /user-athletes/:id/export', {
    access: 'my_athlete',
    verification: 'address',
    summary: 'Export everything stored about an athlete, including the template',
    params: idParams,
    response: z.object({
      athlete: userAthlete,
      consents: z.array(
        z.object({
          version: z.string(),
          relation: z.enum(['guardian', 'self']),
          language: z.enum(LANGUAGES),
          given_at: isoTimestamp,
          withdrawn_at: isoTimestamp.nullable(),
        }),
      ),
      template: z.array(z.array(z.number())).nullable(),
      matches: z.array(
        z.object({ image: photoId, album: id, score: z.number(), decision: z.string().nullable() }),
      ),
    }),
  }),
  deleteAthlete: endpoint('DELETE /user-athletes/:id', {
    access: 'my_athlete',
    verification: 'address',
    summary: 'Delete an athlete: photos, template and matches are destroyed',
    params: idParams,
    response: done,
  }),
  deleteAthletes: endpoint('DELETE /user-athletes', {
    access: 'my_athlete',
    verification: 'address',
    summary: 'Delete all athletes of the caller, whose id `user_eq` must name',
    query: z.strictObject({ user_eq: idInPath, deleted_eq: z.literal('false').optional() }),
    response: z.object({ deleted: count }),
  }),
  addReferencePhoto: endpoint('POST /user-athlete-reference-photos', {
    access: 'my_athlete',
    verification: 'address',
    summary:
      'Add a reference photo (the body is the picture); a refusal explains the problem (details: referenceRefusal)',
    query: z
      .strictObject({
        user_athlete: idInPath,
        /** The middle of the chosen face, in fractions of the picture; other faces are then ignored. */
        face_x: fraction.optional(),
        face_y: fraction.optional(),
      })
      .refine(({ face_x, face_y }) => (face_x === undefined) === (face_y === undefined), {
        message: 'Send both face_x and face_y, or neither',
      }),
    picture: { maxBytes: MAX_REFERENCE_BYTES },
    limits: [{ name: 'reference-photo', per: 'account', max: 30, minutes: 60 }],
    response: referencePhoto,
  }),
  getReferencePhoto: endpoint('GET /user-athlete-reference-photos/:id', {
    access: 'my_athlete',
    verification: 'address',
    summary: 'Get a reference photo',
    params: idParams,
    response: referencePhoto,
  }),
  deleteReferencePhoto: endpoint('DELETE /user-athlete-reference-photos/:id', {
    access: 'my_athlete',
    verification: 'address',
    summary: 'Destroy a reference photo and rebuild the template without it',
    params: idParams,
    response: done,
  }),
  getReferenceImage: endpoint('GET /reference-pictures/:token', {
    access: 'public',
    summary: 'Get the picture of a reference photo',
    params: z.strictObject({ token: z.string().min(20).max(300) }),
    raw: true,
  }),
};
