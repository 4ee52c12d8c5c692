import { z } from 'zod';
import { leakSearch } from '#contract/entities/staff-rows.ts';
import { endpointsOf } from '../endpoint.ts';
import { count, fromDigits, id, idParams, requiredText } from '../primitives.ts';
import { FACTOR_MISSING, factorFields, hasFactor } from './second-factor.ts';

const endpoint = endpointsOf('Leak detection');

export const MAX_LEAKED_IMAGE_BYTES = 25 * 1024 * 1024;
/** A leak is seldom one photo, and what its pictures say adds up. */
export const MAX_LEAKED_IMAGES = 20;
export const MAX_LEAK_SEARCHES_LISTED = 500;

/** Searches the album, else the event, else the whole site. */
export const newLeakSearch = z
  .strictObject({
    reason: requiredText(500),
    event: id.nullable(),
    album: id.nullable(),
    /** The number of pictures that will be sent. */
    pictures: z.int().min(1).max(MAX_LEAKED_IMAGES).default(1),
    ...factorFields,
  })
  .refine(hasFactor, FACTOR_MISSING);

export const leakEndpoints = {
  startLeakSearch: endpoint('POST /traces', {
    access: 'settings',
    verification: 'address',
    summary: 'Start a search for the source of a leak; needs the second factor and a reason',
    body: newLeakSearch,
    limits: [{ name: 'leak-search', per: 'account', max: 30, minutes: 60 }],
    response: leakSearch,
  }),
  sendLeakedImage: endpoint('POST /traces/:id/picture', {
    access: 'settings',
    verification: 'address',
    summary:
      'Upload a picture of the leak (the body is the picture), in order; the last one starts the search, and all are deleted when it ends',
    params: idParams,
    query: z.strictObject({ number: fromDigits(z.int().min(1).max(MAX_LEAKED_IMAGES)).default(1) }),
    picture: { maxBytes: MAX_LEAKED_IMAGE_BYTES },
    limits: [{ name: 'leak-picture', per: 'account', max: 200, minutes: 60 }],
    response: leakSearch,
  }),
  getLeakSearch: endpoint('GET /traces/:id', {
    access: 'settings',
    verification: 'address',
    summary: 'Get progress and result of a search for the source of a leak',
    params: idParams,
    response: leakSearch,
  }),
  listLeakSearches: endpoint('GET /traces', {
    access: 'settings',
    verification: 'address',
    summary: 'List the newest searches, without the accounts that they name, and count marked previews',
    response: z.object({
      traces: z.array(leakSearch),
      previews: z.object({ marked: count, total: count }),
    }),
  }),
};
