import { z } from 'zod';
import type { Context } from '#server/context.ts';
import { AppError } from '#server/platform/errors.ts';
import { defineJob } from '#server/platform/queue.ts';
import { findOwnerOfCustomer } from './cards.queries.ts';
import { markEventHandled } from './events.queries.ts';
import { keepSetUpCard } from './set-up-card.ts';

export const followSetupJob = defineJob({
  name: 'orders.follow-setup',
  payload: z.object({ eventId: z.int(), setupId: z.string().max(255) }),
});

/** Keeps a card whose owner closed the browser before our answer arrived. */
export async function followSetup(
  context: Context,
  { eventId, setupId }: z.output<typeof followSetupJob.payload>,
): Promise<void> {
  const { db, payments, clock } = context;
  const setup = await payments.getSetup(setupId);
  const { state, customerId, consent } = setup;
  // Without consent of ours, the setup was made by something else that uses the same account.
  if (state === 'succeeded' && customerId && consent) {
    const userId = await findOwnerOfCustomer(db, customerId, payments.mode);
    if (userId !== undefined) await unlessRemoved(() => keepSetUpCard(context, { userId }, setup));
  }
  await markEventHandled(db, eventId, clock.now());
}

/** A late event must not bring back a card that its owner has removed. */
async function unlessRemoved(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'not_found')) throw error;
  }
}
