import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { PayingCard } from '#contract/endpoints/orders.ts';
import type { PaymentSource } from '#contract/entities/order.ts';
import { CARD_CONSENTS } from '#contract/rules/cards.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { getReachable } from '#server/modules/accounts/customer-access.ts';
import { findAddressee } from '#server/modules/accounts/find-people.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { ensureDevice } from '#server/platform/http/devices.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { networkOf } from '#server/platform/http/network-of.ts';
import {
  type Card,
  PaymentRefused,
  PaymentStuck,
  PaymentUnknown,
} from '#server/platform/payments/payment-types.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import { toIso } from '#server/platform/time/timestamps.ts';
import { countCardAttempt, type Visit } from './card-attempts.ts';
import {
  type CardRow,
  findCard,
  findCustomerId,
  findOwnCard,
  findSavedCard,
  insertCard,
  keepCustomerId,
  listCardRows,
  markRemoved,
  openCustomer,
  renewKey,
} from './cards.queries.ts';
import { detachCardJob, forgetLostCustomer, keepCard } from './saved-cards.ts';

export { findOwnerOfCustomer, selectShownCards } from './cards.queries.ts';

export async function listCards({ db, payments }: CardReader, userId: number): Promise<PaymentSource[]> {
  return (await listCardRows(db, userId, payments.mode)).map(toWireCard);
}

/** The card's number stays with the provider; we keep only what customers recognize it by. */
export function addCard(
  context: Context,
  actor: Actor,
  { token, visit }: { token: string; visit?: Visit },
): Promise<PaymentSource> {
  const { payments } = context;
  return countCardAttempt(context, { userId: actor.userId, visit }, () =>
    orRefuse(async () => {
      const details = await withCustomer(context, actor, (customerId) =>
        payments.attachCard(customerId, token),
      );
      const card = await insertOwnCard(context, actor, details);
      const keep = { methodId: card.methodId, consent: null };
      return toWireCard(card.isOnce ? await inTransaction(context, (tx) => keepCard(tx, card, keep)) : card);
    }),
  );
}

/** The card that pays, where it is entered, and the consent to keep it afterwards. */
export type ChosenCard = {
  cardId: number | null;
  visit?: Visit;
  consent?: { version: number; device: string | null };
};

/** Finds the saved card of a payment, or stores the new one for this payment. */
export async function chooseCard(
  context: Context,
  actor: Actor,
  { paymentMethodId, card: entered, device }: PayingCard & { device: string | undefined },
): Promise<ChosenCard> {
  const { payments } = context;
  if (!entered) {
    if (paymentMethodId !== null) await requireSavedCard(context, actor, paymentMethodId);
    return { cardId: paymentMethodId };
  }
  if (paymentMethodId !== null) {
    const message = 'Choose a saved card or enter a new one, not both';
    throw new AppError('invalid_request', { details: [{ path: 'card', message }] });
  }
  return orRefuse(async () => {
    await ensureCustomer(context, actor);
    const card = await insertOwnCard(context, actor, await payments.readCard(entered.token));
    const version = card.isOnce && card.brand !== 'link' ? entered.consent : undefined;
    return { cardId: card.id, ...(version ? { consent: { version, device: device ?? null } } : {}) };
  });
}

type Http = { request: FastifyRequest; reply: FastifyReply };

/** A payment needs a device, so that declined cards of one browser are counted together. */
export async function visitOf({ request, reply }: Http): Promise<Visit> {
  return { device: await ensureDevice(request, reply), network: networkOf(request.ip) };
}

/** Reads the card of a call that pays, and where it comes from. */
export async function readCard(
  context: Context,
  actor: Actor,
  { paymentMethodId, card }: PayingCard,
  http: Http,
) {
  const visit = await visitOf(http);
  const chosen = await chooseCard(context, actor, { paymentMethodId, card, device: visit.device });
  return { ...chosen, visit };
}

/** Somebody else's card is answered as if it did not exist. */
async function insertOwnCard({ db, payments }: CardReader, { userId }: Actor, details: Card) {
  const card = await insertCard(db, { ...details, userId, mode: payments.mode });
  if (card.userId !== userId || card.removedAt !== null) throw new AppError('not_found');
  return card;
}

export async function orRefuse<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PaymentRefused) throw new AppError(error.failure);
    if (error instanceof PaymentUnknown) throw new AppError('payments_unavailable');
    throw error;
  }
}

/** A customer deleted in the provider's dashboard is created again. */
export async function withCustomer<T>(
  context: Pick<Context, 'db' | 'payments' | 'clock'>,
  actor: Actor,
  work: (customerId: string) => Promise<T>,
): Promise<T> {
  const customerId = await ensureCustomer(context, actor);
  try {
    return await work(customerId);
  } catch (error) {
    if (!(error instanceof PaymentRefused && error.missing === 'customer')) throw error;
    await forgetLostCustomer(context, customerId);
    return work(await ensureCustomer(context, actor));
  }
}

async function ensureCustomer({ db, payments }: CardReader, actor: Actor): Promise<string> {
  const { key, customerId } = await openCustomer(db, actor.userId, payments.mode);
  if (customerId) return customerId;
  const { email, name } = await getReachable(db, actor, actor.userId);
  try {
    const created = await payments.createCustomer({ key, email, name });
    await keepCustomerId(db, actor.userId, payments.mode, created);
    return created;
  } catch (error) {
    if (error instanceof PaymentStuck) await renewKey(db, key);
    throw error;
  }
}

/** It is never charged again, and a job of the same transaction detaches it at the provider. */
export async function removeCard(
  { db, payments, clock, queue }: Pick<Tx, 'db' | 'payments' | 'clock' | 'queue'>,
  { userId }: Actor,
  cardId: number,
): Promise<void> {
  const card = await findSavedCard(db, userId, payments.mode, cardId);
  if (!card) throw new AppError('not_found');
  await markRemoved(db, { id: card.id }, clock.now());
  await queue.enqueue(db, detachCardJob, { methodId: card.methodId });
}

type CardReader = Pick<Context, 'db' | 'payments'>;

/** A page may still show a card that was removed meanwhile: by its owner, by the provider, or for a newer one. */
export async function getUsableCard({ db, payments }: CardReader, userId: number, cardId: number) {
  const card = await findCard(db, userId, payments.mode, cardId);
  if (card) return card;
  throw new AppError((await findOwnCard(db, userId, cardId)) ? 'card_unusable' : 'not_found');
}

/** A card that was entered for one payment is no saved card. */
async function requireSavedCard({ db, payments }: CardReader, { userId }: Actor, cardId: number) {
  if (await findSavedCard(db, userId, payments.mode, cardId)) return;
  const removed = await findOwnCard(db, userId, cardId);
  throw new AppError(removed && !removed.isOnce ? 'card_unusable' : 'not_found');
}

type ShownCard = Pick<
  CardRow,
  'id' | 'brand' | 'last4' | 'expMonth' | 'expYear' | 'consentVersion' | 'consentAt'
>;

export function toWireCard(row: ShownCard): PaymentSource {
  return {
    id: row.id,
    brand: row.brand,
    last4: row.last4,
    exp_month: row.expMonth,
    exp_year: row.expYear,
    consent: row.consentAt
      ? { words: CARD_CONSENTS[row.consentVersion ?? 0] ?? '', at: toIso(row.consentAt) }
      : null,
  };
}

export const syncCustomerEmailJob = defineJob({
  name: 'orders.sync-customer-email',
  payload: z.object({ userId: z.number() }),
});

export async function syncCustomerEmail({ db, queue }: Pick<Tx, 'db' | 'queue'>, userId: number) {
  await queue.enqueue(db, syncCustomerEmailJob, { userId });
}

/** The address is read when the job runs, so a job that runs late or twice stores the newest one. */
export async function notifyProviderAddress({ db, payments }: CardReader, userId: number): Promise<void> {
  const customer = await findCustomerId(db, userId, payments.mode);
  const user = await findAddressee(db, userId);
  if (!customer?.customerId || !user) return;
  try {
    await payments.updateCustomer(customer.customerId, { email: user.email });
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error;
  }
}
