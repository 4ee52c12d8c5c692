import { z } from 'zod';
import { endpointsOf } from '#contract/endpoint.ts';
import { paymentCase } from '#contract/entities/order-of-user.ts';
import { eventList } from '#contract/lists/albums.ts';
import { paymentCaseList } from '#contract/lists/payouts.ts';
import { eventTotals, listedEvent } from '../entities/staff-event.ts';
import { listEndpoints } from '../lists/list.ts';
import { count, id, idParams, isoTimestamp, text, timeZone } from '../primitives.ts';

const endpoint = endpointsOf('Reports');

const overview = z.object({
  reported_photos: z
    .object({ waiting: count, overdue: count, decide_by: isoTimestamp.nullable() })
    .nullable(),
  unsorted_by_event: z
    .object({ waiting: count, events: z.array(z.object({ event: id, name: z.string(), waiting: count })) })
    .nullable(),
  chats: z.object({ waiting: count, since: isoTimestamp.nullable() }).nullable(),
  payments: z
    .object({
      /** Payments whose outcome is still unknown. */
      stuck_payments: count,
      stuck_refunds: count,
      open_disputes: count,
      /** Disputes for which the bank still takes evidence, and the first date by which it must have it. */
      evidence_due: z.object({ waiting: count, due_by: isoTimestamp.nullable() }),
      /** Refunds that the bank returned and that staff still owe. */
      returned_refunds: count,
      /** Refunds that the card provider refused and that staff still owe. */
      refused_refunds: count,
      /** Refunds and disputes at the card provider that could not be booked. */
      unbooked: count,
      /** True while a difference found by the nightly comparison with the card provider is unresolved. */
      ledger_differs: z.boolean(),
      /** The oldest cases. */
      cases: z.array(paymentCase),
    })
    .nullable(),
  /** Refunds that wait for a second person, the oldest first. */
  refund_requests: z.object({ waiting: count, cases: z.array(paymentCase) }).nullable(),
  /** Accounts blocked by declined cards in the last 24 hours, newest first. */
  card_testing: z
    .object({
      accounts: count,
      /** At most 100 of them are named. */
      cases: z.array(
        z.object({ customer: id, customer_name: z.string(), declined: count, since: isoTimestamp }),
      ),
    })
    .nullable(),
  zips: z
    .object({ failed: count, albums: z.array(z.object({ album: id, event: id, name: z.string() })) })
    .nullable(),
  /** True while a difference that the nightly check of the journal found is unresolved. */
  books_differ: z.boolean().nullable(),
  failed_jobs: count,
  /** The previous totals are those of yesterday up to this time of day. */
  today: z.object({ net: z.int(), orders: count, previous_net: z.int(), previous_orders: count }).nullable(),
});
export type Overview = z.output<typeof overview>;

export const overviewEndpoints = {
  adminOverview: endpoint('GET /admin/overview', {
    access: 'admin',
    summary: "Get what needs attention now, and today's sales; null for parts that the role may not see",
    query: z.strictObject({ time_zone: timeZone }),
    response: overview,
  }),
  eventTotals: endpoint('GET /events/admin/:id/totals', {
    access: 'admin_albums',
    summary: 'Get the state of an event: day, photos, albums and sales',
    params: idParams,
    response: eventTotals,
  }),
};

export const eventListEndpoints = listEndpoints(eventList, {
  row: listedEvent,
  access: 'admin_albums',
  tag: 'Reports',
});

export const paymentCaseListEndpoints = listEndpoints(paymentCaseList, {
  row: paymentCase,
  access: 'customers',
  tag: 'Reports',
});

export const MAX_FOUND_OF_A_KIND = 6;

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
  unsorted_photos: queue,
  reported_photos: queue,
  /** Open requests never to show a child. */
  cover_requests: queue,
  conversations: queue,
  failed_jobs: queue,
  refunds_to_approve: queue,
  payment_cases: queue,
});
export type StaffQueues = z.output<typeof queues>;

export const staffSearchEndpoints = {
  searchAsStaff: endpoint('GET /admin/search', {
    access: 'admin',
    summary: `Albums, events, users and orders that match every word, at most ${MAX_FOUND_OF_A_KIND} of a kind; only kinds that the role may see`,
    query: z.strictObject({ q: text(100) }),
    response: z.object({ found: z.array(found).max(4 * MAX_FOUND_OF_A_KIND) }),
    limits: [{ name: 'staff-search', per: 'account', max: 300, minutes: 5 }],
  }),
  countQueues: endpoint('GET /admin/queues', {
    access: 'admin',
    summary: 'Count the cases that wait in each queue; null for queues that the role may not see',
    response: queues,
  }),
};
