import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

export const siteEndpoints = {
  getSite: endpoint({
    method: 'GET',
    path: '/site',
    access: 'public',
    tag: 'Operations',
    summary: 'What the pages need to know of this site before anyone logs in',
    response: z.object({
      version: z.string(),
      /** Asked for trouble reports by the browser; null where none is configured. */
      status_url: z.string().nullable(),
      /** Where the browser reports errors; null where it reports none. */
      sentry_dsn: z.string().nullable(),
    }),
  }),
};
