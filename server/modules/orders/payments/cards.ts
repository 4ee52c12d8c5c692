import type { PaymentSource } from '#contract/entities/order.ts';
import type { Context } from '#server/context.ts';
import { getVisibleUser } from '#server/modules/accounts/update-user.ts';
import { toWireSource } from '#server/modules/orders/order/orders.wire.ts';
import type { Db } from '#server/platform/database.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { PaymentRefused, PaymentUnknown } from '#server/platform/payments/payment-types.ts';
import {
  findSource,
  insertSource,
  keepCustomerId,
  listSources,
  markRemoved,
  openCustomer,
} from './cards.queries.ts';

type World = Pick<Context, 'db' | 'payments' | 'clock'>;

export async function listPaymentSources(
  db: Db,
  { payments }: Pick<Context, 'payments'>,
  userId: number,
): Promise<PaymentSource[]> {
  return (await listSources(db, userId, payments.mode)).map(toWireSource);
}

/** The card's number stays with the provider; what we keep is how people recognise it. */
export async function addPaymentMethod(world: World, actor: Actor, token: string): Promise<PaymentSource> {
  const { db, payments } = world;
  try {
    const customerId = await customerOf(world, actor);
    const card = await payments.attachCard(customerId, token);
    const source = await insertSource(db, { ...card, userId: actor.userId, mode: payments.mode });
    if (source.userId !== actor.userId || source.removedAt !== null) throw new AppError('not_found');
    return toWireSource(source);
  } catch (error) {
    if (error instanceof PaymentRefused) throw new AppError(error.failure);
    if (error instanceof PaymentUnknown) throw new AppError('payments_unavailable');
    throw error;
  }
}

async function customerOf({ db, payments }: World, actor: Actor): Promise<string> {
  const { key, customerId } = await openCustomer(db, actor.userId, payments.mode);
  if (customerId) return customerId;
  const { email, name } = await getVisibleUser({ db }, actor, actor.userId);
  const created = await payments.createCustomer({ key, email, name });
  await keepCustomerId(db, actor.userId, payments.mode, created);
  return created;
}

/** Forgotten here first: a card the provider could not detach is still not offered or charged again. */
export async function removePaymentMethod(world: World, userId: number, sourceId: number): Promise<void> {
  const { db, payments, clock } = world;
  const source = await findSource(db, userId, payments.mode, sourceId);
  if (!source) throw new AppError('not_found');
  await markRemoved(db, source.id, clock.now());
  try {
    await payments.detachCard(source.methodId);
  } catch (error) {
    if (!(error instanceof PaymentRefused || error instanceof PaymentUnknown)) throw error;
  }
}
