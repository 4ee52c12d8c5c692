import { type Context, inTransaction, type Tx } from '#server/context.ts';
import type { PaymentRefused } from '#server/platform/payments/payment-types.ts';
import { markMethodsRemoved, renewCustomer } from './cards.queries.ts';

/** Removes from our lists what the provider no longer knows, so that buyers are asked for another card. */
export async function forgetMissing(
  context: Context,
  { missing }: PaymentRefused,
  used: { customerId: string; methodId: string },
): Promise<void> {
  if (missing === null) return;
  await inTransaction(context, (tx) =>
    missing === 'customer' ? forgetLostCustomer(tx, used.customerId) : forgetLostCard(tx, used.methodId),
  );
}

/** The provider detaches all cards of a customer that is deleted there. */
export async function forgetLostCustomer(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  customerId: string,
): Promise<void> {
  const owner = await renewCustomer(db, customerId, clock.now());
  if (owner) await markMethodsRemoved(db, owner, clock.now());
}

export async function forgetLostCard(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  methodId: string,
): Promise<void> {
  await markMethodsRemoved(db, { methodId }, clock.now());
}
