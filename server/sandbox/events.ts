import { sql } from 'kysely';
import Stripe from 'stripe';
import { z } from 'zod';
import { type Call, operation, unixSeconds } from './call.ts';
import { noSuchObject } from './errors.ts';
import { newId } from './ids.ts';
import { createdWithin, readWindow, toPage } from './list.ts';
import { flag, pageShape, paramsFor, text } from './params.ts';

type EventOf<Type extends Stripe.Event.Type> = Extract<Stripe.Event, { type: Type }>;
export type EventObject<Type extends Stripe.Event.Type> = EventOf<Type>['data']['object'];

/** Written in the transaction of what happened, so an event is lost or invented by no crash. */
export async function emit<Type extends Stripe.Event.Type>(
  call: Call,
  type: Type,
  object: EventObject<Type>,
): Promise<void> {
  const event: Omit<Stripe.EventBase, 'data' | 'type'> & { type: Type; data: { object: EventObject<Type> } } =
    {
      id: newId('evt'),
      object: 'event',
      api_version: Stripe.API_VERSION,
      created: unixSeconds(call.now),
      data: { object },
      livemode: false,
      pending_webhooks: 1,
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
  type: text.optional(),
  types: z.array(text).max(20).optional(),
  delivery_success: flag.optional(),
});

async function listEvents(call: Call, params: z.output<typeof listParams>) {
  const window = await readWindow(params, async (id) => (await findEvent(call, id))?.position);
  let query = call.tx
    .selectFrom('sandboxEvents')
    .select(['body', 'deliveredAt'])
    .where(createdWithin(params.created))
    .orderBy('position', window.after === undefined ? 'desc' : 'asc')
    .limit(window.limit + 1);
  const patterns = params.types ?? (params.type ? [params.type] : []);
  if (patterns.length > 0) query = query.where(ofTypes(patterns));
  if (params.delivery_success === true) query = query.where('deliveredAt', 'is not', null);
  if (params.delivery_success === false) query = query.where('deliveredAt', 'is', null);
  if (window.before !== undefined) query = query.where('position', '<', window.before);
  if (window.after !== undefined) query = query.where('position', '>', window.after);
  const rows = await query.execute();
  return toPage(rows.map(showEvent), window, '/v1/events');
}

/** `charge.*` stands for every event of charges. */
function ofTypes(patterns: string[]) {
  const matches = patterns.map((pattern) => {
    const like = pattern.replace(/[\\%_]/g, '\\$&').replaceAll('*', '%');
    return sql`type like ${like}`;
  });
  return sql<boolean>`(${sql.join(matches, sql` or `)})`;
}

type EventRow = { body: unknown; deliveredAt: string | null };

export function showEvent(row: EventRow): Stripe.Event {
  return { ...(row.body as Stripe.Event), pending_webhooks: row.deliveredAt === null ? 1 : 0 };
}

function findEvent(call: Call, id: string) {
  return call.tx
    .selectFrom('sandboxEvents')
    .select(['body', 'deliveredAt', 'position'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export const eventOperations = [
  operation('events.list', 'GET', '/v1/events', listParams, listEvents),
  operation('events.retrieve', 'GET', '/v1/events/:id', z.strictObject({}), async (call, _params, id) => {
    const row = await findEvent(call, id);
    if (!row) throw noSuchObject('event', id, 'id');
    return showEvent(row);
  }),
];
