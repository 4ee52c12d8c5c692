import { z } from 'zod';
import { endpointsOf } from '../endpoint.ts';
import { user } from '../entities/user.ts';
import { isoTimestamp, requiredText } from '../primitives.ts';

const endpoint = endpointsOf('Terms and privacy');

export const MAX_LEGAL_LENGTH = 40_000;

const version = z.int().positive().max(1_000_000);
const texts = { terms: requiredText(MAX_LEGAL_LENGTH), privacy: requiredText(MAX_LEGAL_LENGTH) };
const legalTexts = z.object({
  version,
  /** Null for the texts that ship with the site. */
  changed_at: isoTimestamp.nullable(),
  terms: z.string(),
  privacy: z.string(),
});
export type LegalTexts = z.output<typeof legalTexts>;

export const legalEndpoints = {
  getLegalTexts: endpoint('GET /legal', {
    access: 'public',
    summary: 'The terms of use and the privacy notice in force',
    response: legalTexts,
  }),
  getLegalTemplates: endpoint('GET /settings/legal', {
    access: 'settings',
    summary: 'The same texts as they are edited, with their placeholders',
    response: legalTexts,
  }),
  changeLegalTexts: endpoint('PUT /settings/legal', {
    access: 'settings',
    summary: 'Publish a new version of the texts; everybody is asked to agree to it',
    body: z.strictObject({
      ...texts,
      /** The version that was edited; another one in force by now is a conflict. */
      version,
    }),
    response: legalTexts,
  }),
  agree: endpoint('POST /users/me/agreement', {
    access: 'authenticated',
    summary: 'Agree to the version in force',
    body: z.strictObject({ version }),
    response: user,
  }),
};
