import { z } from 'zod';
import { endpointsOf } from '../endpoint.ts';
import { user } from '../entities/user.ts';
import { LANGUAGES } from '../i18n.ts';
import { isoTimestamp, requiredText, version } from '../primitives.ts';

const endpoint = endpointsOf('Terms and privacy');

export const MAX_LEGAL_LENGTH = 40_000;

const legalVersion = z.int().positive().max(1_000_000);
const texts = { terms: requiredText(MAX_LEGAL_LENGTH), privacy: requiredText(MAX_LEGAL_LENGTH) };
const inForce = z.object({
  version: legalVersion,
  /** Null for the texts that ship with the site. */
  changed_at: isoTimestamp.nullable(),
  terms: z.string(),
  privacy: z.string(),
});

const language = z.enum(LANGUAGES);
/** Only the texts that ship with the site are translated. */
const legalTexts = inForce.extend({ languages: z.object({ terms: language, privacy: language }) });
export type LegalTexts = z.output<typeof legalTexts>;

const legalTemplates = inForce.extend({ legal_version: legalVersion, version });
export type LegalTemplates = z.output<typeof legalTemplates>;

/** A text that is left out stays as it is. */
export const legalChange = z.strictObject({ ...texts, version }).partial();

export const legalEndpoints = {
  getLegalTexts: endpoint('GET /legal', {
    access: 'public',
    summary:
      'The terms of use and the privacy notice in force, in the language of the reader where there is a translation',
    response: legalTexts,
  }),
  getLegalTemplates: endpoint('GET /settings/legal', {
    access: 'settings',
    summary: 'Get the terms and the privacy notice as staff edit them, with their placeholders',
    response: legalTemplates,
  }),
  changeLegalTexts: endpoint('PUT /settings/legal', {
    access: 'settings',
    summary: 'Publish a new version of the texts; everybody is asked to agree to it',
    body: legalChange,
    response: legalTemplates,
  }),
  agree: endpoint('POST /users/me/agreement', {
    access: 'authenticated',
    summary: 'Agree to the version in force',
    body: z.strictObject({ version: legalVersion }),
    response: user,
  }),
};
