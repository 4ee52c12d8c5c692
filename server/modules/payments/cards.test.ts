import type Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import { buildUser, eventually } from '#server/testing/factories.ts';
import {
  buildBuyer,
  buildViewedAlbum,
  keepCard,
  payForAlbum,
  sharePayingApp,
} from '#server/testing/paying-app.ts';
import { detachLostCards } from './saved-cards.ts';

const app = await sharePayingApp();

const addCard = (token: string, card: string) =>
  app.call(paymentEndpoints.addPaymentMethod, { token, body: { token: card } });
const removeCard = (token: string, id: number) =>
  app.call(paymentEndpoints.removePaymentMethod, { token, body: { id } });
const cardsOf = async (token: string) =>
  (await app.call(accountEndpoints.me, { token })).body.payment_sources;

describe('a card', () => {
  test('is stored as brand, last four digits and expiry date only', async () => {
    const { token } = await buildUser(app);
    const { status, body } = await addCard(token, 'pm_card_visa');
    expect(status).toBe(200);
    expect(body).toMatchObject({ brand: 'visa', last4: '4242' });
    await addCard(token, 'pm_card_mastercard');
    expect((await cardsOf(token)).map((card) => card.brand)).toEqual(['mastercard', 'visa']);
  });

  test('belongs to one customer at the provider, even when two cards are added at once', async () => {
    const user = await buildUser(app);
    await Promise.all([addCard(user.token, 'pm_card_visa'), addCard(user.token, 'pm_card_mastercard')]);
    const customers = await app.stripe.customers.list({ email: user.email });
    expect(customers.data).toHaveLength(1);
    expect(await cardsOf(user.token)).toHaveLength(2);
  });

  test.each([
    ['pm_card_visa_chargeDeclined', 402, 'card_declined'],
    ['pm_card_visa_chargeDeclinedInsufficientFunds', 402, 'insufficient_funds'],
    ['pm_card_chargeDeclinedExpiredCard', 402, 'expired_card'],
    ['pm_card_chargeDeclinedIncorrectCvc', 402, 'incorrect_cvc'],
    ['pm_made_up', 402, 'card_unusable'],
  ])('%s that the provider refuses is not kept, and the sentence says why', async (card, status, code) => {
    const { token } = await buildUser(app);
    expect(await addCard(token, card)).toMatchObject({ status, error: { code } });
    expect(await cardsOf(token)).toEqual([]);
  });

  test('that another customer has attached is refused', async () => {
    const owner = await buildBuyer(app);
    const { db } = app.context;
    const { methodId } = await db
      .selectFrom('paymentSources')
      .select('methodId')
      .where('id', '=', owner.sourceId)
      .executeTakeFirstOrThrow();
    const thief = await buildUser(app);
    expect(await addCard(thief.token, methodId)).toMatchObject({ status: 402 });
    expect(await cardsOf(thief.token)).toEqual([]);
    expect(await cardsOf(owner.token)).toHaveLength(1);
  });

  test('can be removed only by its owner and cannot pay afterwards', async () => {
    const owner = await buildBuyer(app);
    const album = await buildViewedAlbum(app, owner);
    const stranger = await buildUser(app);
    expect(await removeCard(stranger.token, owner.sourceId)).toMatchObject({ status: 404 });
    expect(await removeCard(owner.token, owner.sourceId)).toMatchObject({ status: 200 });
    expect(await removeCard(owner.token, owner.sourceId)).toMatchObject({ status: 404 });
    expect(await cardsOf(owner.token)).toEqual([]);
    expect(await payForAlbum(app, owner, album.id)).toMatchObject({
      status: 402,
      error: { code: 'card_unusable' },
    });
    expect(await payForAlbum(app, { ...stranger, sourceId: owner.sourceId }, album.id)).toMatchObject({
      status: 404,
    });
  });

  test('is removed here even when the provider cannot be reached', async () => {
    const owner = await buildBuyer(app);
    app.sandbox.faults.next({ operation: 'paymentMethods.detach', kind: 'api_error', times: 3 });
    expect(await removeCard(owner.token, owner.sourceId)).toMatchObject({ status: 200 });
    expect(await cardsOf(owner.token)).toEqual([]);
  });

  test('cannot be added while the provider is down, and can once it is back', async () => {
    const user = await buildUser(app);
    app.sandbox.faults.untilCleared({ operation: '*', kind: 'api_error' });
    expect(await addCard(user.token, 'pm_card_visa')).toMatchObject({
      status: 503,
      error: { code: 'payments_unavailable' },
    });
    app.sandbox.faults.clear();
    expect(await keepCard(app, user, 'pm_card_visa')).toBeGreaterThan(0);
  });
});

describe('a card that the provider attached, although its answer was lost', () => {
  const attachedTo = async (userId: number) => {
    const { customerId } = await app.context.db
      .selectFrom('paymentCustomers')
      .select('customerId')
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow();
    const { data } = await app.stripe.events.list({ type: 'payment_method.attached', limit: 100 });
    const ids = new Set(data.map((event) => (event.data.object as Stripe.PaymentMethod).id));
    const methods = await Promise.all([...ids].map((id) => app.stripe.paymentMethods.retrieve(id)));
    return methods.filter(({ customer }) => customer === customerId).map(({ card }) => card?.brand);
  };

  test('is detached by the reconciliation, and kept cards stay', async () => {
    const user = await buildUser(app);
    await addCard(user.token, 'pm_card_mastercard');
    app.sandbox.faults.next({ operation: 'paymentMethods.attach', kind: 'reset', when: 'after', times: 3 });
    expect(await addCard(user.token, 'pm_card_visa')).toMatchObject({
      status: 503,
      error: { code: 'payments_unavailable' },
    });
    expect(await attachedTo(user.id)).toEqual(expect.arrayContaining(['mastercard', 'visa']));
    // The call may still be running.
    await detachLostCards(app.context);
    expect(await attachedTo(user.id)).toContain('visa');
    app.advanceMinutes(20);
    await detachLostCards(app.context);
    expect(await attachedTo(user.id)).toEqual(['mastercard']);
    await detachLostCards(app.context);
    expect((await cardsOf(user.token)).map(({ brand }) => brand)).toEqual(['mastercard']);
  });

  test('stays if a customer of something else on the same account has it', async () => {
    const stranger = await app.stripe.customers.create({ email: 'else@example.test' });
    const method = await app.stripe.paymentMethods.attach('pm_card_visa', { customer: stranger.id });
    app.advanceMinutes(20);
    await detachLostCards(app.context);
    expect((await app.stripe.paymentMethods.retrieve(method.id)).customer).toBe(stranger.id);
  });

  test('is detached by a job if its owner removed it while the provider was silent', async () => {
    const buyer = await buildBuyer(app);
    app.sandbox.faults.next({ operation: 'paymentMethods.detach', kind: 'reset', when: 'before', times: 3 });
    expect((await removeCard(buyer.token, buyer.sourceId)).status).toBe(200);
    await eventually(
      async () => ((await attachedTo(buyer.id)).length === 0 ? true : undefined),
      'the detached card',
    );
  });
});
