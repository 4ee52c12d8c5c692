import { sql } from 'kysely';
import type Stripe from 'stripe';
import type { Db } from '#server/platform/database.ts';
import { type ErrorFields, noSuchObject } from './errors.ts';

// Each object is the part of the SDK's own type that the shop and its tests read.
export type BalanceTransaction = Pick<
  Stripe.BalanceTransaction,
  'id' | 'object' | 'amount' | 'created' | 'currency' | 'fee' | 'net' | 'source' | 'type'
>;

export type Charge = Pick<
  Stripe.Charge,
  | 'id'
  | 'object'
  | 'amount'
  | 'amount_captured'
  | 'amount_refunded'
  | 'captured'
  | 'created'
  | 'currency'
  | 'disputed'
  | 'failure_code'
  | 'failure_message'
  | 'metadata'
  | 'paid'
  | 'refunded'
  | 'status'
> & {
  balance_transaction: string | null;
  customer: string | null;
  payment_intent: string;
  payment_method: string;
  payment_method_details: {
    type: 'card';
    card: Pick<Stripe.Charge.PaymentMethodDetails.Card, 'brand' | 'last4' | 'capture_before'>;
  };
};

export type Customer = Pick<
  Stripe.Customer,
  'id' | 'object' | 'created' | 'email' | 'livemode' | 'metadata' | 'name'
>;

export type Dispute = Pick<
  Stripe.Dispute,
  'id' | 'object' | 'amount' | 'created' | 'currency' | 'is_charge_refundable' | 'reason' | 'status'
> & {
  balance_transactions: BalanceTransaction[];
  charge: string;
  evidence: Pick<Stripe.Dispute.Evidence, 'uncategorized_text'>;
  payment_intent: string;
};

export type PaymentIntent = Pick<
  Stripe.PaymentIntent,
  | 'id'
  | 'object'
  | 'amount'
  | 'amount_capturable'
  | 'amount_received'
  | 'canceled_at'
  | 'cancellation_reason'
  | 'capture_method'
  | 'client_secret'
  | 'created'
  | 'currency'
  | 'description'
  | 'livemode'
  | 'metadata'
  | 'next_action'
  | 'status'
> & {
  customer: string | null;
  last_payment_error: ErrorFields | null;
  latest_charge: string | null;
  payment_method: string | null;
};

export type PaymentMethod = Pick<Stripe.PaymentMethod, 'id' | 'object' | 'created' | 'livemode' | 'type'> & {
  card: Pick<Stripe.PaymentMethod.Card, 'brand' | 'exp_month' | 'exp_year' | 'last4'>;
  customer: string | null;
};

export type Refund = Pick<
  Stripe.Refund,
  'id' | 'object' | 'amount' | 'created' | 'currency' | 'failure_reason' | 'metadata' | 'reason' | 'status'
> & {
  balance_transaction: string | null;
  charge: string;
  failure_balance_transaction?: string;
  payment_intent: string;
};

export type Bodies = {
  balance_transaction: BalanceTransaction;
  charge: Charge;
  customer: Customer;
  dispute: Dispute;
  payment_intent: PaymentIntent;
  payment_method: PaymentMethod;
  refund: Refund;
};

/** The sandbox also remembers these facts, which no answer shows. */
type Facts = {
  balance_transaction: object;
  charge: { testCard: string };
  customer: object;
  dispute: object;
  payment_intent: {
    returnUrl: string | null;
    offSession: boolean;
    /** Names the 3-D Secure page that is open now; older pages are closed. */
    attempt: string | null;
    isAuthenticated: boolean;
  };
  /** A method that was used without a customer or detached cannot be used again. */
  payment_method: { testCard: string; isSpent: boolean };
  refund: object;
};

export type Kind = keyof Bodies;
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
