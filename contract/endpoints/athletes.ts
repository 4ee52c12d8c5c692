import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { done, id, idInPath, idParams, isoTimestamp, requiredText, text } from '../primitives.ts';

const tag = 'Athletes';

const referencePhoto = z.object({
  id,
  user_athlete: id,
  deleted: z.boolean(),
  url: z.string().nullable(),
  created_at: isoTimestamp,
});

const userAthlete = z.object({
  id,
  user: id,
  name: z.string(),
  team_name: z.string().nullable(),
  deleted: z.boolean(),
  consented_at: isoTimestamp.nullable(),
  user_athlete_reference_photos: z.array(referencePhoto),
});

export const athleteEndpoints = {
  listAthletes: endpoint({
    method: 'GET',
    path: '/user-athletes',
    access: 'my_athlete',
    tag,
    summary: "The customer's athletes; staff may name another user",
    query: z.strictObject({
      user_eq: idInPath.optional(),
      deleted_eq: z.enum(['true', 'false']).optional(),
    }),
    response: z.array(userAthlete),
  }),
  addAthlete: endpoint({
    method: 'POST',
    path: '/user-athletes',
    access: 'my_athlete',
    tag,
    summary: 'Add an athlete, with the consent that face matching needs',
    body: z.strictObject({
      name: requiredText(120),
      team_name: text(120).nullish(),
      consent: z.strictObject({
        version: requiredText(20),
        relation: z.enum(['guardian', 'self']),
        given: z.literal(true),
      }),
    }),
    response: userAthlete,
  }),
  findAthleteImages: endpoint({
    method: 'GET',
    path: '/user-athletes/findAllUserAthleteImages/:id',
    access: 'my_athlete',
    tag,
    summary: 'Matches of an athlete in all albums the customer holds',
    params: idParams,
    response: z.array(
      z.object({
        image: id,
        album: id,
        score: z.number(),
        certainty: z.enum(['sure', 'maybe']),
        decision: z.enum(['confirmed', 'rejected']).nullable(),
      }),
    ),
  }),
  deleteAthlete: endpoint({
    method: 'DELETE',
    path: '/user-athletes/:id',
    access: 'my_athlete',
    tag,
    summary: 'Delete an athlete: photos, template and matches are destroyed',
    params: idParams,
    response: done,
  }),
  addReferencePhoto: endpoint({
    method: 'POST',
    path: '/user-athlete-reference-photos',
    access: 'my_athlete',
    tag,
    summary: 'Add a reference photo',
    body: z.strictObject({ user_athlete: id, upload: requiredText(200) }),
    response: referencePhoto,
  }),
  getReferencePhoto: endpoint({
    method: 'GET',
    path: '/user-athlete-reference-photos/:id',
    access: 'my_athlete',
    tag,
    summary: 'One reference photo',
    params: idParams,
    response: referencePhoto,
  }),
};
