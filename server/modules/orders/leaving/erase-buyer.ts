import { z } from 'zod';
import type { Context, Tx } from '#server/context.ts';
import { rewordNews } from '#server/modules/notifications/notifications-of.ts';
import { eraseGiftsTo, hideGiftsBy } from '#server/modules/orders/gifts/gift-addresses.ts';
import { hasUnsettledPayment } from '#server/modules/orders/payments/attempts.queries.ts';
import { PaymentRefused } from '#server/platform/payments/payment-types.ts';
import { defineJob } from '#server/platform/queue.ts';
import { deleteCart, emptyCards, eraseMemos, listSharesTaken } from './buyer.queries.ts';

/** Runs until the provider has answered; holds are released first, because they belong to the customer there. */
export const forgetCustomerJob = defineJob({
  name: 'orders.forget-customer',
  payload: z.object({ mode: z.string(), customerId: z.string(), heirId: z.int() }),
  retries: 40,
});

type Leaver = { userId: number; email: string; firstName: string; ownsAddress: boolean };

/** Orders, payments and what they gave stay for the books; the caller gives them to the heir. */
export async function eraseBuyer(
  tx: Pick<Tx, 'db' | 'queue' | 'clock' | 'config' | 'privacyKeys'>,
  { userId, email, firstName, ownsAddress }: Leaver,
  heirId: number,
): Promise<void> {
  const { db, queue, clock } = tx;
  await deleteCart(db, userId);
  await eraseMemos(db, userId, email);
  await hideGiftsBy(tx, userId);
  await eraseGiftsTo(tx, { userId, email: ownsAddress ? email : null });
  const shares = await listSharesTaken(db, userId);
  await rewordNews(db, {
    kind: 'pool',
    subjects: shares.map(({ orderId, attemptId }) => `joined:${orderId}:${attemptId}`),
    from: firstName,
    to: 'Someone',
  });
  for (const customer of await emptyCards(db, { userId, heirId, now: clock.now() })) {
    await queue.enqueue(db, forgetCustomerJob, { ...customer, heirId });
  }
}

export async function forgetCustomer(
  { db, payments }: Pick<Context, 'db' | 'payments'>,
  { mode, customerId, heirId }: z.output<typeof forgetCustomerJob.payload>,
): Promise<void> {
  // The keys of another mode cannot reach this customer.
  if (mode !== payments.mode) return;
  if (await hasUnsettledPayment(db, heirId)) throw new Error('a hold of this customer is not released yet');
  try {
    await payments.deleteCustomer(customerId);
  } catch (error) {
    // The provider no longer knows the customer, for example because this job ran before.
    if (!(error instanceof PaymentRefused)) throw error;
  }
}
