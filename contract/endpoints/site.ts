import { z } from 'zod';
import { endpointsOf } from '../endpoint.ts';
import { count } from '../primitives.ts';

const endpoint = endpointsOf('Operations');

export const siteEndpoints = {
  getSite: endpoint('GET /site', {
    access: 'public',
    summary: 'Get site facts that pages need before login',
    response: z.object({
      version: z.string(),
      site_name: z.string(),
      /** False in test mode, where an email address and a guardian count as verified. */
      verification_required: z.boolean(),
      face_matching: z.boolean(),
      /** Part of the consent text. */
      template_life_years: z.int(),
      /** The status page that the browser polls for incidents; null if none is configured. */
      status_url: z.string().nullable(),
      /** Null if the browser reports no errors. */
      sentry_dsn: z.string().nullable(),
      /** True if a phone number can take the place of an email address. */
      phone_log_in: z.boolean(),
      /** Limits for newly opened and newly bought albums. */
      view_limit: count,
      download_limit: count,
    }),
  }),
};
