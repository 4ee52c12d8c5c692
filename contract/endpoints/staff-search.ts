import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { count, id, text } from '../primitives.ts';

export const MOST_FOUND_OF_A_KIND = 6;

const found = z.object({
  kind: z.enum(['album', 'event', 'user', 'order']),
  id,
  title: z.string(),
  detail: z.string(),
  /** The event of an album and the buyer of an order, whose pages show them. */
  parent: id.nullable(),
});
export type FoundByStaff = z.output<typeof found>;

const queue = count.nullable();

const queues = z.object({
  doubtful_photos: queue,
  reported_photos: queue,
  conversations: queue,
  failed_jobs: queue,
  refunds_to_approve: queue,
  payment_cases: queue,
});
export type StaffQueues = z.output<typeof queues>;

export const staffSearchEndpoints = {
  searchAsStaff: endpoint({
    method: 'GET',
    path: '/admin/search',
    access: 'admin',
    tag: 'Reports',
    summary: `Albums, events, users and orders that match every word, at most ${MOST_FOUND_OF_A_KIND} of a kind; only kinds that the role may see`,
    query: z.strictObject({ q: text(100) }),
    response: z.object({ found: z.array(found).max(4 * MOST_FOUND_OF_A_KIND) }),
    limits: [{ name: 'staff-search', per: 'account', max: 300, minutes: 5 }],
  }),
  countQueues: endpoint({
    method: 'GET',
    path: '/admin/queues',
    access: 'admin',
    tag: 'Reports',
    summary: 'How many cases wait in each queue; null for queues that the role may not see',
    response: queues,
  }),
};
