import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { count, idParams, isoTimestamp } from '../primitives.ts';

const cardTries = z.object({
  /** `challenged`: the bank has to confirm the next payment. `blocked`: no card is tried until `blocked_until`. */
  state: z.enum(['free', 'challenged', 'blocked']),
  blocked_until: isoTimestamp.nullable(),
  /** In the last 24 hours, without what was lifted. */
  declined: count,
  limit: count,
  /** The newest ones. */
  tries: z.array(
    z.object({
      at: isoTimestamp,
      outcome: z.enum(['declined', 'passed', 'open', 'ignored']),
      reason: z.string().nullable(),
      card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
      is_lifted: z.boolean(),
    }),
  ),
});
export type CardTries = z.output<typeof cardTries>;

const tag = 'Users';

export const cardTryEndpoints = {
  cardTriesOfUser: endpoint({
    method: 'GET',
    path: '/users/:id/card-tries',
    access: 'customers',
    tag,
    summary: 'Get the cards a user tried, and whether the limit on declined cards blocks them',
    params: idParams,
    response: cardTries,
  }),
  liftCardTries: endpoint({
    method: 'POST',
    path: '/users/:id/card-tries/lift',
    access: 'customers',
    tag,
    summary: 'Count a user’s declined cards, and those on their devices, from zero again',
    params: idParams,
    response: cardTries,
  }),
};
