import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { count } from '../primitives.ts';

export const siteEndpoints = {
  getSite: endpoint({
    method: 'GET',
    path: '/site',
    access: 'public',
    tag: 'Operations',
    summary: 'What the pages need to know of this site before anyone logs in',
    response: z.object({
      version: z.string(),
      site_name: z.string(),
      /** Whether anyone is looked for by face; how long a template lives is in the words of consent. */
      face_matching: z.boolean(),
      template_life_years: z.int(),
      /** Asked for trouble reports by the browser; null where none is configured. */
      status_url: z.string().nullable(),
      /** Where the browser reports errors; null where it reports none. */
      sentry_dsn: z.string().nullable(),
      /** Of an album nobody has opened yet, and of one that is bought now. */
      view_limit: count,
      download_limit: count,
    }),
  }),
};
