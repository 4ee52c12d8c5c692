import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { trace } from '../entities/trace.ts';
import { count, id, idParams, requiredText } from '../primitives.ts';
import { FACTOR_MISSING, factorFields, hasFactor } from './second-factor.ts';

const tag = 'Tracing';

export const MAX_TRACED_BYTES = 25 * 1024 * 1024;
export const MAX_TRACES_LISTED = 500;
/** An account is named only if the chance of a mistake is below this. */
export const MOST_CHANCE = 1e-6;

/** Searches the album, else the event, else the whole site. */
export const newTrace = z
  .strictObject({
    reason: requiredText(500),
    event: id.nullable(),
    album: id.nullable(),
    ...factorFields,
  })
  .refine(hasFactor, FACTOR_MISSING);

export const tracingEndpoints = {
  startTrace: endpoint({
    method: 'POST',
    path: '/traces',
    access: 'settings',
    proof: 'address',
    tag,
    summary: 'Begin to trace a leaked picture; needs the second factor and a reason',
    body: newTrace,
    limits: [{ name: 'trace', per: 'account', max: 30, minutes: 60 }],
    response: trace,
  }),
  sendTracedPicture: endpoint({
    method: 'POST',
    path: '/traces/:id/picture',
    access: 'settings',
    proof: 'address',
    tag,
    summary: 'Upload the leaked picture (the body is the picture); it is deleted when the search ends',
    params: idParams,
    picture: { maxBytes: MAX_TRACED_BYTES },
    limits: [{ name: 'trace-picture', per: 'account', max: 60, minutes: 60 }],
    response: trace,
  }),
  getTrace: endpoint({
    method: 'GET',
    path: '/traces/:id',
    access: 'settings',
    proof: 'address',
    tag,
    summary: 'Progress and result of a trace',
    params: idParams,
    response: trace,
  }),
  listTraces: endpoint({
    method: 'GET',
    path: '/traces',
    access: 'settings',
    proof: 'address',
    tag,
    summary: 'The newest traces, without the accounts that they name, and how many previews are marked',
    response: z.object({
      traces: z.array(trace),
      previews: z.object({ marked: count, total: count }),
    }),
  }),
};
