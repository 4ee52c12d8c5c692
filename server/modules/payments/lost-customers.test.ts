import { describe, expect, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import { reconcilePayments } from '#server/modules/provider-events/reconcile.ts';
import { buildUser, eventually } from '#server/testing/factories.ts';
import {
  type Buyer,
  booksOf,
  buildBuyer,
  buildViewedAlbum,
  keepCard,
  payForAlbum,
  sharePayingApp,
} from '#server/testing/paying-app.ts';

const app = await sharePayingApp();

async function customerOf(buyer: Buyer): Promise<string> {
  const { customerId } = await app.context.db
    .selectFrom('paymentCustomers')
    .select('customerId')
    .where('userId', '=', buyer.id)
    .executeTakeFirstOrThrow();
  return customerId ?? '';
}

async function methodOf(buyer: Buyer): Promise<string> {
  const { methodId } = await app.context.db
    .selectFrom('paymentSources')
    .select('methodId')
    .where('id', '=', buyer.sourceId)
    .executeTakeFirstOrThrow();
  return methodId;
}

const cardsOf = async ({ token }: Buyer) =>
  (await app.call(accountEndpoints.me, { token })).body.payment_sources;

describe('a customer that was deleted in the dashboard', () => {
  test('makes the payment ask for another card, and is created again with that card', async () => {
    const buyer = await buildBuyer(app);
    const album = await buildViewedAlbum(app, buyer);
    const before = await customerOf(buyer);
    app.sandbox.webhooks.pause();
    await app.stripe.customers.del(before);
    expect(await payForAlbum(app, buyer, album.id)).toMatchObject({
      status: 402,
      error: { code: 'card_unusable', message: expect.stringContaining('Please use another one.') },
    });
    expect(await cardsOf(buyer)).toEqual([]);
    const sourceId = await keepCard(app, buyer, 'pm_card_visa');
    expect(await customerOf(buyer)).not.toBe(before);
    expect(await payForAlbum(app, { ...buyer, sourceId }, album.id)).toMatchObject({
      status: 200,
      body: { status: 'succeeded' },
    });
    expect((await booksOf(app, buyer.id)).entries).toHaveLength(1);
  });

  test('is created again when a card is added, by several calls only once', async () => {
    const buyer = await buildBuyer(app);
    const before = await customerOf(buyer);
    await app.stripe.customers.del(before);
    const add = () =>
      app.call(paymentEndpoints.addPaymentMethod, { token: buyer.token, body: { token: 'pm_card_visa' } });
    const answers = await Promise.all([add(), add(), add()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { data } = await app.stripe.customers.list({ email: buyer.email });
    expect(data.map(({ id }) => id)).toEqual([await customerOf(buyer)]);
  });

  test('does not hide a payment whose answer was lost', async () => {
    const buyer = await buildBuyer(app);
    const album = await buildViewedAlbum(app, buyer);
    app.sandbox.webhooks.pause();
    app.sandbox.faults.next({ operation: 'paymentIntents.create', kind: 'reset', when: 'after', times: 3 });
    app.sandbox.faults.untilCleared({ operation: 'paymentIntents.list', kind: 'api_error' });
    await payForAlbum(app, buyer, album.id);
    app.sandbox.faults.clear();
    await app.stripe.customers.del(await customerOf(buyer));
    await keepCard(app, buyer, 'pm_card_visa');
    app.advanceMinutes(3);
    await reconcilePayments(app.context);
    expect((await booksOf(app, buyer.id)).attempts).toMatchObject([{ state: 'succeeded' }]);
  });

  test('is forgotten as soon as its event arrives', async () => {
    const buyer = await buildBuyer(app);
    await app.stripe.customers.del(await customerOf(buyer));
    await eventually(async () => ((await cardsOf(buyer)).length === 0 ? true : undefined), 'an empty list');
  });
});

test('a customer whose first answer was lost can save a card, also under another name', async () => {
  const user = await buildUser(app);
  const add = () =>
    app.call(paymentEndpoints.addPaymentMethod, { token: user.token, body: { token: 'pm_card_visa' } });
  app.sandbox.faults.next({ operation: 'customers.create', kind: 'reset', when: 'after', times: 3 });
  expect(await add()).toMatchObject({ error: { code: 'payments_unavailable' } });
  app.sandbox.faults.clear();
  const call = { token: user.token, params: { id: user.id } };
  expect((await app.call(accountEndpoints.updateUser, { ...call, body: { name: 'New Name' } })).status).toBe(
    200,
  );
  expect((await add()).status).toBe(200);
});

test.each(['before', 'after'] as const)(
  'a 500 that the provider keeps %s making a customer is no obstacle',
  async (when) => {
    const user = await buildUser(app);
    const add = () =>
      app.call(paymentEndpoints.addPaymentMethod, { token: user.token, body: { token: 'pm_card_visa' } });
    app.sandbox.faults.next({ operation: 'customers.create', kind: 'kept_error', when });
    const first = await add();
    if (when === 'before') expect(first).toMatchObject({ error: { code: 'payments_unavailable' } });
    expect((await Promise.all([add(), add()])).map(({ status }) => status)).toEqual([200, 200]);
    expect((await app.stripe.customers.list({ email: user.email })).data).toHaveLength(1);
  },
);

describe('a card that was detached in the dashboard', () => {
  test('is refused with "Use another card." and leaves the list', async () => {
    const buyer = await buildBuyer(app);
    const album = await buildViewedAlbum(app, buyer);
    const other = await keepCard(app, buyer, 'pm_card_mastercard');
    app.sandbox.webhooks.pause();
    await app.stripe.paymentMethods.detach(await methodOf(buyer));
    expect(await payForAlbum(app, buyer, album.id)).toMatchObject({
      status: 402,
      error: { code: 'card_unusable' },
    });
    expect((await cardsOf(buyer)).map(({ id }) => id)).toEqual([other]);
    expect(await payForAlbum(app, buyer, album.id, { paymentMethodId: other })).toMatchObject({
      body: { status: 'succeeded' },
    });
  });

  test('leaves the list as soon as its event arrives', async () => {
    const buyer = await buildBuyer(app);
    await app.stripe.paymentMethods.detach(await methodOf(buyer));
    await eventually(async () => ((await cardsOf(buyer)).length === 0 ? true : undefined), 'an empty list');
  });
});
