import type { CardSetup } from '#contract/entities/order.ts';
import { type Context, inTransaction } from '#server/context.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import type { ProviderSetup } from '#server/platform/payments/payment-types.ts';
import { countCardTry, type Visit } from './card-tries.ts';
import { findCustomerId } from './cards.queries.ts';
import { insertOwnCard, orRefuse, withCustomer } from './cards.ts';
import { keepCard } from './keep-card.ts';
import { toWireSetup } from './payments.wire.ts';

/** Keeps a card without a payment. The bank is asked now, so that it need not be asked at every payment. */
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
  return countCardTry(context, { userId: actor.userId, visit }, () =>
    orRefuse(async () => {
      const wanted = {
        token,
        consent: { version: consent, device: device ?? null },
        returnUrl: `${config.publicUrl}/AddPaymentMethod`,
      };
      const setup = await withCustomer(context, actor, (customerId) =>
        payments.setUpCard({ ...wanted, customerId }),
      );
      return followSetup(context, actor, setup);
    }),
  );
}

export function finishCardSetup(context: Context, actor: Actor, setupId: string): Promise<CardSetup> {
  const { db, payments } = context;
  return orRefuse(async () => {
    const setup = await payments.getSetup(setupId);
    const customer = await findCustomerId(db, actor.userId, payments.mode);
    if (!setup.customerId || setup.customerId !== customer?.customerId) throw new AppError('not_found');
    return followSetup(context, actor, setup);
  });
}

async function followSetup(context: Context, actor: Actor, setup: ProviderSetup): Promise<CardSetup> {
  if (setup.state === 'failed') throw new AppError(setup.failure ?? 'card_declined');
  if (setup.state === 'requires_action') return toWireSetup(setup, null);
  if (!setup.methodId || !setup.consent) throw new AppError('not_found');
  const { clock, payments } = context;
  const card = await insertOwnCard(context, actor, await payments.readCard(setup.methodId));
  const keep = { methodId: card.methodId, consent: { ...setup.consent, at: clock.now() } };
  const kept = card.isOnce ? await inTransaction(context, (tx) => keepCard(tx, card, keep)) : card;
  return toWireSetup(setup, kept);
}
