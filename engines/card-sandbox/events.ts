import { sql } from 'kysely';
import Stripe from 'stripe';
import { z } from 'zod';
import { type Call, flag, newId, operation, pageShape, paramsFor, unixSeconds } from './call.ts';
import type { Bodies, Kind } from './objects.ts';
import { positionOf, toPage } from './store.ts';

const DEFAULT_LIMIT = 10;

/** Writes the event in the transaction that caused it, so a crash neither loses nor invents one. */
export async function emit(
  call: Call,
  type: Stripe.Event.Type,
  object: Bodies[Kind],
  /** The connected account that it happened on. */
  account?: string,
): Promise<void> {
  const event = {
    ...(account === undefined ? {} : { account }),
    id: newId('evt'),
    object: 'event',
    api_version: Stripe.API_VERSION,
    created: unixSeconds(call.now),
    data: { object },
    livemode: false,
    request: { id: call.requestId, idempotency_key: call.idempotencyKey },
    type,
  };
  await call.tx
    .insertInto('sandboxEvents')
    .values({
      id: event.id,
      type,
      created: event.created,
      body: JSON.stringify(event),
      nextAttemptAt: call.now,
    })
    .execute();
}

const listParams = paramsFor<Stripe.EventListParams>()({
  ...pageShape,
  delivery_success: flag.optional(),
  type: z.string().optional(),
});

async function listEvents(call: Call, params: z.output<typeof listParams>) {
  const limit = params.limit ?? DEFAULT_LIMIT;
  let query = call.tx
    .selectFrom('sandboxEvents')
    .select('body')
    .where('created', '>=', params.created?.gte ?? 0)
    .orderBy('position', 'desc')
    .limit(limit + 1);
  if (params.delivery_success !== undefined) {
    query = query.where('deliveredAt', params.delivery_success ? 'is not' : 'is', null);
  }
  if (params.created?.lt !== undefined) query = query.where('created', '<', params.created.lt);
  if (params.type !== undefined) query = query.where(sql<boolean>`body ->> 'type' = ${params.type}`);
  if (params.starting_after) {
    query = query.where('position', '<', await positionOf(call, 'sandboxEvents', params.starting_after));
  }
  const rows = await query.execute();
  return toPage(
    rows.map(({ body }) => body),
    limit,
    '/v1/events',
  );
}

export const eventOperations = [operation('events.list', 'GET', '/v1/events', listParams, listEvents)];
