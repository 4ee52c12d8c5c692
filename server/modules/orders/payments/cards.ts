import type { PaymentSource } from '#contract/entities/order.ts';
import type { Context, Tx } from '#server/context.ts';
import { getVisibleUser } from '#server/modules/accounts/update-user.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { type Card, PaymentRefused, PaymentUnknown } from '#server/platform/payments/payment-types.ts';
import {
  findCard,
  insertCard,
  keepCustomerId,
  listCardRows,
  markRemoved,
  openCustomer,
} from './cards.queries.ts';
import { forgetLostCustomer } from './lost-customer.ts';
import { toWireCard } from './payments.wire.ts';

export async function listCards(
  { db, payments }: Pick<Tx, 'db' | 'payments'>,
  userId: number,
): Promise<PaymentSource[]> {
  return (await listCardRows(db, userId, payments.mode)).map(toWireCard);
}

/** The card's number stays with the provider; we keep only what customers recognize it by. */
export async function addCard(
  context: Pick<Context, 'db' | 'payments' | 'clock'>,
  actor: Actor,
  token: string,
): Promise<PaymentSource> {
  const { db, payments } = context;
  try {
    const details = await attachCard(context, actor, token);
    const card = await insertCard(db, { ...details, userId: actor.userId, mode: payments.mode });
    if (card.userId !== actor.userId || card.removedAt !== null) throw new AppError('not_found');
    return toWireCard(card);
  } catch (error) {
    if (error instanceof PaymentRefused) throw new AppError(error.failure);
    if (error instanceof PaymentUnknown) throw new AppError('payments_unavailable');
    throw error;
  }
}

/** A customer that was deleted in the provider's dashboard is made anew. */
async function attachCard(
  context: Pick<Context, 'db' | 'payments' | 'clock'>,
  actor: Actor,
  token: string,
): Promise<Card> {
  const customerId = await ensureCustomer(context, actor);
  try {
    return await context.payments.attachCard(customerId, token);
  } catch (error) {
    if (!(error instanceof PaymentRefused && error.missing === 'customer')) throw error;
    await forgetLostCustomer(context, customerId);
    return context.payments.attachCard(await ensureCustomer(context, actor), token);
  }
}

async function ensureCustomer(
  { db, payments }: Pick<Context, 'db' | 'payments'>,
  actor: Actor,
): Promise<string> {
  const { key, customerId } = await openCustomer(db, actor.userId, payments.mode);
  if (customerId) return customerId;
  const { email, name } = await getVisibleUser({ db }, actor, actor.userId);
  const created = await payments.createCustomer({ key, email, name });
  await keepCustomerId(db, actor.userId, payments.mode, created);
  return created;
}

/** Removes the card here first, so that it is never charged again even if the provider cannot detach it. */
export async function removeCard(
  { db, payments, clock }: Pick<Context, 'db' | 'payments' | 'clock'>,
  { userId }: Actor,
  cardId: number,
): Promise<void> {
  const card = await findCard(db, userId, payments.mode, cardId);
  if (!card) throw new AppError('not_found');
  await markRemoved(db, card.id, clock.now());
  try {
    await payments.detachCard(card.methodId);
  } catch (error) {
    if (!(error instanceof PaymentRefused || error instanceof PaymentUnknown)) throw error;
  }
}
