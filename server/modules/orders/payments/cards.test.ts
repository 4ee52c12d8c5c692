import { describe, expect, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import { buildUser } from '#server/testing/factories.ts';
import {
  buildBuyer,
  buildViewedAlbum,
  keepCard,
  payForAlbum,
  startPayingApp,
} from '#server/testing/paying-app.ts';

const app = await startPayingApp();

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
