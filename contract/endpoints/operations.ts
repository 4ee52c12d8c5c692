import { z } from 'zod';
import { auditEntry } from '#contract/entities/user.ts';
import { historyList } from '#contract/lists/history.ts';
import { endpointsOf } from '../endpoint.ts';
import { bulkAnswer, listEndpoints } from '../lists/list.ts';
import { id, isoTimestamp, uuid } from '../primitives.ts';

const endpoint = endpointsOf('Operations');

const failedJob = z.object({
  id: uuid,
  name: z.string(),
  /** Both may name a customer; null for staff who may not see customers. */
  payload: z.unknown(),
  error: z.string().nullable(),
  attempts: z.int(),
  created_at: isoTimestamp,
  failed_at: isoTimestamp,
});
export type FailedJob = z.output<typeof failedJob>;

/** Only the newest are listed; older ones appear once these are handled. */
export const MAX_FAILED_JOBS = 2_000;
export const MAX_JOBS_AT_ONCE = 200;

const JOB_SETTLEMENTS = ['retry', 'discard'] as const;
export type JobSettlement = (typeof JOB_SETTLEMENTS)[number];

export const operationEndpoints = {
  health: endpoint('GET /health', {
    access: 'public',
    summary: 'Answer 200 once the site is ready',
    response: z.object({ status: z.literal('ok'), version: z.string() }),
  }),
  failedJobs: endpoint('GET /jobs/failed', {
    access: 'admin',
    summary: 'List jobs that ran out of retries, newest first',
    response: z.array(failedJob),
  }),
  settleFailedJobs: endpoint('POST /jobs/failed/settle', {
    access: 'settings',
    summary: 'Retry or discard several failed jobs; those already handled by someone else are refused',
    body: z.strictObject({
      ids: z.array(uuid).min(1).max(MAX_JOBS_AT_ONCE),
      settlement: z.enum(JOB_SETTLEMENTS),
    }),
    response: bulkAnswer(uuid),
  }),
};

export const outboxEndpoints = {
  outbox: endpoint('GET /dev/outbox', {
    access: 'public',
    tag: 'Development',
    summary: 'List messages delivered to the embedded outbox, newest first (never in production)',
    query: z.strictObject({ to: z.string().max(254).optional() }),
    response: z.array(
      z.object({
        id,
        channel: z.enum(['email', 'sms']),
        to: z.string(),
        subject: z.string(),
        text: z.string(),
        html: z.string(),
        created_at: isoTimestamp,
      }),
    ),
  }),
};

/** The server also checks the permission that the scope needs. */
export const historyEndpoints = listEndpoints(historyList, {
  row: auditEntry,
  access: 'admin',
  tag: 'History',
  totals: {
    /** Everyone and everything in this history, for the choices of the filters. */
    people: z.array(z.object({ id, name: z.string() })),
    actions: z.array(z.string()),
  },
});
