import { z } from 'zod';
import type { Context, Tx } from '#server/context.ts';
import { PaymentRefused } from '#server/platform/payments/payment-types.ts';
import { defineJob } from '#server/platform/queue.ts';
import { markAllRemoved } from './cards.queries.ts';

export const detachCardJob = defineJob({
  name: 'orders.detach-card',
  payload: z.object({ methodId: z.string() }),
});

/** Removes all saved cards at once here, and at the provider by a job of the same transaction. */
export async function forgetCards(
  { db, clock, payments, queue }: Pick<Tx, 'db' | 'clock' | 'payments' | 'queue'>,
  userId: number,
): Promise<void> {
  const removed = await markAllRemoved(db, userId, clock.now());
  // The keys of one mode cannot reach the cards of another.
  for (const { methodId } of removed.filter(({ mode }) => mode === payments.mode)) {
    await queue.enqueue(db, detachCardJob, { methodId });
  }
}

/** A card that the provider no longer knows is detached. */
export async function detachCard({ payments }: Pick<Context, 'payments'>, methodId: string): Promise<void> {
  try {
    await payments.detachCard(methodId);
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error;
  }
}
