import { sql } from 'kysely';
import type Stripe from 'stripe';
import type { Db } from '#server/platform/database.ts';
import { noSuchObject, type SandboxError } from './errors.ts';

/** What the provider keeps of each kind and shows: the SDK's own types. */
export type Bodies = {
  balance_transaction: Stripe.BalanceTransaction;
  charge: Stripe.Charge;
  customer: Stripe.Customer | Stripe.DeletedCustomer;
  dispute: Stripe.Dispute;
  payment_intent: Stripe.PaymentIntent;
  payment_method: Stripe.PaymentMethod;
  refund: Stripe.Refund;
  setup_intent: Stripe.SetupIntent;
  token: Stripe.Token;
};

/** What it knows besides and never shows. */
type CardFacts = { testCard: string; hasCvc: boolean };
type MethodFacts = CardFacts & {
  /** Authenticated for payments without the buyer. */
  isSetUp: boolean;
  /** Used without a customer, or detached: the provider takes it no more. */
  isSpent: boolean;
};
type IntentFacts = {
  returnUrl: string | null;
  offSession: boolean;
  /** Names the step-up page that is open now; an older page can do nothing. */
  attempt: string | null;
  isAuthenticated: boolean;
};

type Facts = {
  balance_transaction: object;
  charge: { testCard: string };
  customer: object;
  dispute: object;
  payment_intent: IntentFacts;
  payment_method: MethodFacts;
  refund: object;
  setup_intent: IntentFacts;
  token: CardFacts;
};

export type Kind = keyof Bodies;
export type Held<K extends Kind> = { body: Bodies[K]; hidden: Facts[K] };

/** How the provider calls a kind when it finds none; the others by their own name. */
const SPOKEN_KIND: Partial<Record<Kind, string>> = {
  payment_method: 'PaymentMethod',
  setup_intent: 'setupintent',
};
const PARAM_OF_KIND: Partial<Record<Kind, string>> = {
  payment_intent: 'intent',
  setup_intent: 'intent',
  payment_method: 'payment_method',
  customer: 'customer',
};

/** The one place where rows become the SDK's types: they were written from those types below. */
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

/** Two calls on one object run one after the other; money always locks its payment intent first. */
export async function lockObject<K extends Kind>(db: Db, kind: K, id: string): Promise<Held<K>> {
  const held = await findObject(db, kind, id, { lock: true });
  if (!held) throw missing(kind, id);
  return held;
}

function missing(kind: Kind, id: string): SandboxError {
  return noSuchObject(SPOKEN_KIND[kind] ?? kind, id, PARAM_OF_KIND[kind] ?? 'id');
}

export async function getObject<K extends Kind>(db: Db, kind: K, id: string): Promise<Held<K>> {
  const held = await findObject(db, kind, id);
  if (!held) throw missing(kind, id);
  return held;
}

export async function insertObject<K extends Kind>(
  db: Db,
  kind: K,
  held: Held<K>,
  created: number,
): Promise<void> {
  await db
    .insertInto('sandboxObjects')
    .values({
      id: held.body.id,
      kind,
      created,
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

/** The objects of a kind whose field names another object, oldest first. */
export async function objectsOf<K extends Kind>(
  db: Db,
  kind: K,
  field: 'payment_intent' | 'charge' | 'customer',
  id: string,
): Promise<Held<K>[]> {
  const rows = await db
    .selectFrom('sandboxObjects')
    .select(['body', 'hidden'])
    .where('kind', '=', kind)
    .where(sql<string>`body ->> ${sql.lit(field)}`, '=', id)
    .orderBy('position')
    .execute();
  return rows.map((row) => asHeld<K>(row));
}

/** The id in a field that holds an id or, expanded, the object itself. Stored bodies are never expanded. */
export function idOf(reference: string | { id: string } | null | undefined): string | null {
  if (reference === null || reference === undefined) return null;
  return typeof reference === 'string' ? reference : reference.id;
}
