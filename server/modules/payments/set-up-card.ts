import type { CardSetup } from '#contract/entities/order.ts';
import { type Context, inTransaction } from '#server/context.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import type { ProviderSetup } from '#server/platform/payments/payment-types.ts';
import { countCardAttempt, type Visit } from './card-attempts.ts';
import { type CardRow, findCustomerId, findSameCard, insertCard } from './cards.queries.ts';
import { orRefuse, toWireCard, withCustomer } from './cards.ts';
import { keepCard } from './saved-cards.ts';

/** Saves a card without a payment. The bank confirms now, so that it need not at every payment. */
export function setUpCard(
  context: Context,
  actor: Actor,
  {
    token,
    consent,
    device,
    visit,
  }: { token: string; consent: number; device: string | undefined; visit: Visit },
): Promise<CardSetup> {
  const { payments, config } = context;
  return countCardAttempt(context, { userId: actor.userId, visit }, () =>
    orRefuse(async () => {
      const wanted = {
        token,
        consent: { version: consent, device: device ?? null },
        returnUrl: `${config.publicUrl}/AddPaymentMethod`,
      };
      const setup = await withCustomer(context, actor, (customerId) =>
        payments.setUpCard({ ...wanted, customerId }),
      );
      return syncSetupIntent(context, actor, setup);
    }),
  );
}

export function finishCardSetup(context: Context, actor: Actor, setupId: string): Promise<CardSetup> {
  const { db, payments } = context;
  return orRefuse(async () => {
    const setup = await payments.getSetup(setupId);
    const customer = await findCustomerId(db, actor.userId, payments.mode);
    if (!setup.customerId || setup.customerId !== customer?.customerId) throw new AppError('not_found');
    return syncSetupIntent(context, actor, setup);
  });
}

async function syncSetupIntent(context: Context, actor: Actor, setup: ProviderSetup): Promise<CardSetup> {
  if (setup.state === 'failed') throw new AppError(setup.failure ?? 'card_declined');
  if (setup.state === 'requires_action') return toWireSetup(setup, null);
  return toWireSetup(setup, await keepSetUpCard(context, actor, setup));
}

/** The answer to the browser and the provider's event may both keep the card; it is kept once. */
export async function keepSetUpCard(
  context: Context,
  owner: Pick<Actor, 'userId'>,
  { customerId, methodId, consent }: ProviderSetup,
): Promise<CardRow> {
  if (!customerId || !methodId || !consent) throw new AppError('not_found');
  const { card: details, isAttached } = await context.payments.readSavedCard(customerId, methodId);
  const { db, payments } = context;
  const card = await insertCard(db, { ...details, userId: owner.userId, mode: payments.mode });
  if (card.userId !== owner.userId) throw new AppError('not_found');
  if (card.removedAt === null && !card.isOnce) return card;
  if (card.removedAt === null && isAttached) {
    return inTransaction(context, (tx) => keepCard(tx, card, { methodId, consent }));
  }
  // The same card was already saved, so this copy was detached again.
  const same = await findSameCard(db, card);
  if (!same) throw new AppError('not_found');
  return same;
}

function toWireSetup(setup: ProviderSetup, card: CardRow | null): CardSetup {
  return {
    status: card ? 'kept' : 'requires_action',
    setup: setup.setupId,
    client_secret: card ? null : setup.clientSecret,
    next_action_url: card ? null : setup.nextActionUrl,
    card: card && toWireCard(card),
  };
}
