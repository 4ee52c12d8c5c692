import { z } from 'zod';
import type { Context, Tx } from '#server/context.ts';
import { findAddressee } from '#server/modules/accounts/find-addressee.ts';
import { PaymentRefused } from '#server/platform/payments/payment-types.ts';
import { defineJob } from '#server/platform/queue.ts';
import { findCustomerId } from './cards.queries.ts';

export const followAddressJob = defineJob({
  name: 'orders.follow-address',
  payload: z.object({ userId: z.number() }),
});

export async function followAddress({ db, queue }: Pick<Tx, 'db' | 'queue'>, userId: number): Promise<void> {
  await queue.enqueue(db, followAddressJob, { userId });
}

/** The address is read when the job runs, so a job that runs late or twice stores the newest one. */
export async function tellProviderAddress(
  { db, payments }: Pick<Context, 'db' | 'payments'>,
  userId: number,
): Promise<void> {
  const customer = await findCustomerId(db, userId, payments.mode);
  const user = await findAddressee(db, userId);
  if (!customer?.customerId || !user) return;
  try {
    await payments.updateCustomer(customer.customerId, { email: user.email });
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error;
  }
}
