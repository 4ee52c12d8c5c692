import { z } from 'zod';
import { endpointsOf } from '../endpoint.ts';
import { cents, count, id, idInPath, idParams, isoDate, keysOf } from '../primitives.ts';
import { PAYEE_KINDS, SHARE_BASES } from '../rules/payees.ts';

const endpoint = endpointsOf('Payees');

export const MAX_RULES_PER_EVENT = 200;

const shareRule = z.object({
  id,
  payee: id,
  payee_name: z.string(),
  kind: keysOf(PAYEE_KINDS),
  program_name: z.string().nullable(),
  basis_points: count.nullable(),
  cents: cents.nullable(),
  basis: keysOf(SHARE_BASES),
  from_date: isoDate,
  /** The latest one that has started applies. */
  is_in_force: z.boolean(),
});
export type ShareRuleRow = z.output<typeof shareRule>;

const newShareRule = z
  .strictObject({
    payee: id,
    basis_points: z.int().min(0).max(10_000).nullable().default(null),
    /** A fixed amount per sold album or photo. */
    cents: cents.max(1_000_000).nullable().default(null),
    basis: keysOf(SHARE_BASES).default('net_of_tax'),
    /** Today or later, in the time zone of reports; today unless given. Sales before keep their share. */
    from_date: isoDate.optional(),
  })
  .refine((rule) => (rule.basis_points === null) !== (rule.cents === null), {
    path: ['basis_points'],
    message: 'Enter a percentage or an amount',
  });
export type NewShareRule = z.output<typeof newShareRule>;

const access = 'payouts';
const eventParams = z.strictObject({ id: idInPath });

export const shareRuleEndpoints = {
  gymShare: endpoint('GET /albums/:id/gym-share', {
    access: 'public',
    summary: "Get the gym's share of an album's sales, if any",
    params: idParams,
    response: z.object({ basis_points: count.nullable() }),
  }),
  listShareRules: endpoint('GET /events/:id/share-rules', {
    access,
    summary: "List who gets a share of an event's sales",
    params: eventParams,
    response: z.array(shareRule),
  }),
  addShareRule: endpoint('POST /events/:id/share-rules', {
    access,
    summary: "Give a payee a share of an event's sales from a day on; 0 ends it",
    params: eventParams,
    body: newShareRule,
    response: z.array(shareRule),
  }),
};
