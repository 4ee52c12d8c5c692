import { sql } from 'kysely';
import { z } from 'zod';
import { type Call, none, noSuchObject, type Operation, operation, type PageParams, text } from './call.ts';
import type { Db } from './database.ts';
import type { Bodies, Dispute, Kind } from './objects.ts';

/** The sandbox also remembers these facts, which no answer shows. */
type Facts = {
  /** The page where the owner signs up, while it is open. */
  account: { link: { secret: string; expires: number; returnUrl: string } | null };
  /** The payout that paid the transaction out. */
  balance_transaction: { payout?: string };
  charge: { testCard: string };
  /** A token confirms one intent. */
  confirmation_token: { methodId: string };
  customer: object;
  dispute: object;
  payment_intent: {
    returnUrl: string | null;
    offSession: boolean;
    /** Names the 3-D Secure page that is open now; older pages are closed. */
    attempt: string | null;
    isAuthenticated: boolean;
    /** The payment asked for 3-D Secure wherever the card can do it. */
    asksBank?: boolean;
    /** The provider's script shows the bank's page, so the answer names no address for a redirect. */
    usesScript: boolean;
  };
  /** A method that was used without a customer or detached cannot be used again. */
  payment_method: { testCard: string; isSpent: boolean };
  payout: object;
  refund: object;
  setup_intent: { returnUrl: string | null; attempt: string | null; usesScript: boolean };
  tax_calculation: { lines: { id: string }[] };
  /** The total with tax, and the sale that it reverses or is. A reversal is negative. */
  tax_transaction: { amount: number; saleId: string; isFullReversal: boolean };
  transfer: object;
};

export type Held<K extends Kind> = { body: Bodies[K]; hidden: Facts[K] };

function asHeld<K extends Kind>(row: { body: unknown; hidden: unknown }): Held<K> {
  return { body: row.body as Bodies[K], hidden: row.hidden as Facts[K] };
}

export async function findObject<K extends Kind>(
  db: Db,
  kind: K,
  id: string,
  options: { lock?: boolean } = {},
): Promise<Held<K> | undefined> {
  const row = await db
    .selectFrom('sandboxObjects')
    .select(['body', 'hidden'])
    .where('kind', '=', kind)
    .where('id', '=', id)
    .$if(options.lock ?? false, (query) => query.forUpdate())
    .executeTakeFirst();
  return row && asHeld<K>(row);
}

export async function getObject<K extends Kind>(
  db: Db,
  kind: K,
  id: string,
  options: { lock?: boolean } = {},
): Promise<Held<K>> {
  const held = await findObject(db, kind, id, options);
  if (!held) throw noSuchObject(kind, id);
  return held;
}

/** Every change of money locks its payment intent first, so two calls on one payment run in turn. */
export function lockObject<K extends Kind>(db: Db, kind: K, id: string): Promise<Held<K>> {
  return getObject(db, kind, id, { lock: true });
}

/** Locks the payment of a charge, refund or dispute, and then reads it. */
export async function lockWithPayment<K extends 'charge' | 'dispute' | 'refund'>(
  db: Db,
  kind: K,
  id: string,
): Promise<Held<K>> {
  const { body } = await getObject(db, kind, id);
  await lockObject(db, 'payment_intent', body.payment_intent);
  return getObject(db, kind, id);
}

export async function insertObject<K extends Kind>(db: Db, kind: K, held: Held<K>): Promise<void> {
  await db
    .insertInto('sandboxObjects')
    .values({
      id: held.body.id,
      kind,
      created: held.body.created,
      body: JSON.stringify(held.body),
      hidden: JSON.stringify(held.hidden),
    })
    .execute();
}

export async function saveObject<K extends Kind>(db: Db, held: Held<K>): Promise<void> {
  await db
    .updateTable('sandboxObjects')
    .set({ body: JSON.stringify(held.body), hidden: JSON.stringify(held.hidden) })
    .where('id', '=', held.body.id)
    .execute();
}

export async function disputesOf(db: Db, chargeId: string): Promise<Dispute[]> {
  const rows = await db
    .selectFrom('sandboxObjects')
    .select('body')
    .where('kind', '=', 'dispute')
    .where(sql<string>`body ->> 'charge'`, '=', chargeId)
    .execute();
  return rows.map((row) => row.body as unknown as Dispute);
}

export async function findTaxReference(db: Db, reference: string): Promise<boolean> {
  const row = await db
    .selectFrom('sandboxObjects')
    .select('id')
    .where('kind', '=', 'tax_transaction')
    .where(sql<string>`body ->> 'reference'`, '=', reference)
    .executeTakeFirst();
  return row !== undefined;
}

/** The rest of a sale after its reversals, and of those after theirs. */
export async function taxLeftOf(db: Db, saleId: string): Promise<number> {
  const { left } = await db
    .selectFrom('sandboxObjects')
    .select(sql<number>`coalesce(sum((hidden ->> 'amount')::int), 0)::int`.as('left'))
    .where('kind', '=', 'tax_transaction')
    .where(sql<string>`hidden ->> 'saleId'`, '=', saleId)
    .executeTakeFirstOrThrow();
  return left;
}

export async function isFullyReversed(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('sandboxObjects')
    .select('id')
    .where('kind', '=', 'tax_transaction')
    .where(sql<string>`body #>> '{reversal,original_transaction}'`, '=', id)
    .where(sql<boolean>`(hidden ->> 'isFullReversal')::boolean`)
    .executeTakeFirst();
  return row !== undefined;
}

/** Forgets the customer, their cards, and the events and remembered answers that describe the customer. */
export async function eraseCustomer(db: Db, customerId: string): Promise<void> {
  await sql`
    update sandbox_objects
    set body = body || '{"customer": null}', hidden = hidden || '{"isSpent": true}'
    where kind = 'payment_method' and body ->> 'customer' = ${customerId}`.execute(db);
  await sql`
    delete from sandbox_events where body #>> '{data,object,id}' = ${customerId}`.execute(db);
  await sql`
    delete from sandbox_idempotency_keys
    where strpos(body, ${`"id": "${customerId}"`}) > 0 and strpos(body, '"object": "customer"') > 0`.execute(
    db,
  );
  await db.deleteFrom('sandboxObjects').where('id', '=', customerId).execute();
}

const DEFAULT_LIMIT = 10;

export type Page<T> = { object: 'list'; data: T[]; has_more: boolean; url: string };

/** Lists newest first, like the provider. */
export async function listObjects<K extends Kind>(
  call: Call,
  kind: K,
  url: string,
  {
    limit = DEFAULT_LIMIT,
    starting_after: startingAfter,
    created,
    ...filters
  }: PageParams & Record<string, unknown>,
  hidden: Readonly<Record<string, string>> = {},
): Promise<Page<Bodies[K]>> {
  let query = call.tx
    .selectFrom('sandboxObjects')
    .select('body')
    .where('kind', '=', kind)
    .where('created', '>=', created?.gte ?? 0)
    .$if(created?.lt !== undefined, (one) => one.where('created', '<', created?.lt ?? 0))
    .orderBy('position', 'desc')
    .limit(limit + 1);
  for (const [field, value] of Object.entries(filters)) {
    if (value !== undefined) query = query.where(sql`body ->> ${sql.lit(field)}`, '=', value);
  }
  for (const [field, value] of Object.entries(hidden)) {
    query = query.where(sql`hidden ->> ${sql.lit(field)}`, '=', value);
  }
  if (startingAfter) {
    query = query.where('position', '<', await positionOf(call, 'sandboxObjects', startingAfter));
  }
  const rows = await query.execute();
  return toPage(
    rows.map((row) => row.body as unknown as Bodies[K]),
    limit,
    url,
  );
}

export async function positionOf(
  call: Call,
  table: 'sandboxEvents' | 'sandboxObjects',
  id: string,
): Promise<number> {
  const row = await call.tx.selectFrom(table).select('position').where('id', '=', id).executeTakeFirst();
  if (!row) throw noSuchObject('object', id);
  return row.position;
}

/** The queries read one row more than the limit to know whether another page follows. */
export function toPage<T>(rows: T[], limit: number, url: string): Page<T> {
  return { object: 'list', data: rows.slice(0, limit), has_more: rows.length > limit, url };
}

export function retrieving(name: string, path: string, kind: Kind): Operation {
  return operation(name, 'GET', `${path}/:id`, none, async (call, _params, id) => {
    return (await getObject(call.tx, kind, id)).body;
  });
}

/** A browser reads an intent with its secret, and without what concerns the shop alone. */
export function retrievingBySecret(
  name: string,
  path: string,
  kind: 'payment_intent' | 'setup_intent',
): Operation {
  const params = z.strictObject({ client_secret: text });
  return operation(name, 'GET', `${path}/:id`, params, async (call, { client_secret: secret }, id) => {
    const { body } = await getObject(call.tx, kind, id);
    if (body.client_secret !== secret) throw noSuchObject(kind, id);
    const { customer, metadata, ...shown } = body;
    return { ...shown, latest_charge: undefined };
  });
}

export function listing<Schema extends z.ZodType<PageParams & Record<string, unknown>>>(
  name: string,
  path: string,
  kind: Kind,
  params: Schema,
): Operation {
  return operation(name, 'GET', path, params, (call, given) => listObjects(call, kind, path, given));
}
