import type { Context } from '#server/context.ts';
import { minutesFrom } from '#server/platform/clock.ts';
import { hasUnsettledPayment } from './attempts.queries.ts';
import { findOwnerOfCustomer, listKeptMethods } from './cards.queries.ts';
import { detachCard } from './forget-cards.ts';

const WINDOW_MINUTES = 3 * 24 * 60;
/** Before this, the call that attached the card may still keep it. */
const SETTLING_MINUTES = 15;

/**
 * Detaches cards that the provider attached to a customer of ours although we do not keep them: the answer was lost, so
 * the buyer was told that it failed. A payment that is not settled yet decides about its card itself.
 */
export async function detachLostCards(
  context: Pick<Context, 'db' | 'payments' | 'clock' | 'log'>,
): Promise<void> {
  const { db, payments, clock, log } = context;
  const now = clock.now();
  const attached = await payments.listAttachedCards({
    since: minutesFrom(now, -WINDOW_MINUTES),
    until: minutesFrom(now, -SETTLING_MINUTES),
  });
  const kept = await listKeptMethods(
    db,
    attached.map(({ methodId }) => methodId),
  );
  for (const { methodId, customerId } of attached.filter((card) => !kept.has(card.methodId))) {
    const userId = await findOwnerOfCustomer(db, customerId, payments.mode);
    // Something else that uses the same account has customers of its own.
    if (userId === undefined || (await hasUnsettledPayment(db, userId))) continue;
    if (!(await payments.readSavedCard(customerId, methodId)).isAttached) continue;
    await detachCard(context, methodId);
    log.info({ methodId }, 'a card was detached that the provider had attached and nobody keeps');
  }
}
