import { beforeAll, describe, expect, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import { CARD_CONSENT, CARD_CONSENT_VERSION } from '#contract/rules/cards.ts';
import { createBrowserTokens } from '#server/testing/browser-tokens.ts';
import { buildUser, eventually, type TestUser } from '#server/testing/factories.ts';
import {
  ALBUM_PRICE,
  booksOf,
  buildBuyer,
  buildViewedAlbum,
  keepCard,
  payForAlbum,
  sharePayingApp,
} from '#server/testing/paying-app.ts';
import { buildPool, readOrder, takeShares } from '#server/testing/pools.ts';

const app = await sharePayingApp();
let browser: Awaited<ReturnType<typeof createBrowserTokens>>;
beforeAll(async () => {
  browser = await createBrowserTokens(app);
});

const STEP_UP = '4000000000003220';
const consent = CARD_CONSENT_VERSION;

type Card = { token: string; consent?: typeof CARD_CONSENT_VERSION };

async function payWith(user: TestUser, card: Card, paymentMethodId: number | null = null) {
  const album = await buildViewedAlbum(app, user);
  return app.call(paymentEndpoints.payForAlbum, {
    token: user.token,
    body: { albumId: album.id, paymentMethodId, card, amount: ALBUM_PRICE, facial: false },
  });
}
const cardsOf = async ({ token }: TestUser) =>
  (await app.call(accountEndpoints.me, { token })).body.payment_sources;
const sourcesOf = ({ id }: TestUser) =>
  app.context.db.selectFrom('paymentSources').selectAll().where('userId', '=', id).orderBy('id').execute();
const intentOf = async (user: TestUser) => {
  const [attempt] = (await booksOf(app, user.id)).attempts.slice(-1);
  return app.stripe.paymentIntents.retrieve(attempt?.intentId ?? '');
};
const ownerOf = async (method: string) => (await app.stripe.paymentMethods.retrieve(method)).customer;

async function answerBank(url: string | null, outcome: 'complete' | 'fail') {
  await fetch(url ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `outcome=${outcome}`,
    redirect: 'manual',
  });
}

describe('a new card that pays', () => {
  test.each(['paymentMethod', 'confirmationToken'] as const)(
    'is not kept without consent (%s)',
    async (kind) => {
      const user = await buildUser(app);
      const paid = await payWith(user, { token: await browser[kind]() });
      expect(paid).toMatchObject({ status: 200, body: { status: 'succeeded' } });
      expect(await cardsOf(user)).toEqual([]);
      const intent = await intentOf(user);
      expect(intent.setup_future_usage).toBeNull();
      expect(await ownerOf(String(intent.payment_method))).toBeNull();
    },
  );

  test.each(['paymentMethod', 'confirmationToken'] as const)(
    'is kept with consent once it has paid, with the words and the device, and pays again (%s)',
    async (kind) => {
      const user = await buildUser(app);
      const paid = await payWith(user, { token: await browser[kind]({ keeps: true }), consent });
      expect(paid).toMatchObject({ status: 200, body: { status: 'succeeded' } });
      const intent = await intentOf(user);
      expect(intent.setup_future_usage).toBe('off_session');
      expect(await ownerOf(String(intent.payment_method))).toBe(intent.customer);
      const [card] = await cardsOf(user);
      expect(card).toMatchObject({ last4: '4242', consent: { words: CARD_CONSENT } });
      const album = await buildViewedAlbum(app, user);
      const again = await app.call(paymentEndpoints.payForAlbum, {
        token: user.token,
        body: { albumId: album.id, paymentMethodId: card?.id ?? 0, amount: ALBUM_PRICE, facial: false },
      });
      expect(again).toMatchObject({ status: 200, body: { status: 'succeeded' } });
    },
  );

  test('is not kept when it is declined', async () => {
    const user = await buildUser(app);
    const token = await browser.paymentMethod({ number: '4000000000000341' });
    expect(await payWith(user, { token, consent })).toMatchObject({ status: 402 });
    expect(await cardsOf(user)).toEqual([]);
    expect(await ownerOf(token)).toBeNull();
  });

  test('is kept only after the bank has agreed', async () => {
    const user = await buildUser(app);
    app.sandbox.webhooks.pause();
    const token = await browser.paymentMethod({ number: STEP_UP });
    const { body } = await payWith(user, { token, consent });
    expect(body.status).toBe('requires_action');
    expect(await cardsOf(user)).toEqual([]);
    await answerBank(body.next_action_url, 'complete');
    await app.call(paymentEndpoints.refreshPayment, { token: user.token, params: { id: body.id } });
    expect(await cardsOf(user)).toHaveLength(1);
  });

  test('leaves the bank to the provider’s script when it comes from the Payment Element', async () => {
    const user = await buildUser(app);
    app.sandbox.webhooks.pause();
    const { body } = await payWith(user, { token: await browser.confirmationToken({ number: STEP_UP }) });
    expect(body).toMatchObject({
      status: 'requires_action',
      next_action_url: null,
      client_secret: expect.stringContaining('_secret_'),
    });
  });

  test('is paid once when the same token is sent many times at once', async () => {
    const user = await buildUser(app);
    const album = await buildViewedAlbum(app, user);
    const card = { token: await browser.confirmationToken({ keeps: true }), consent };
    const body = { albumId: album.id, paymentMethodId: null, card, amount: ALBUM_PRICE, facial: false };
    await Promise.all(
      Array.from({ length: 6 }, () => app.call(paymentEndpoints.payForAlbum, { token: user.token, body })),
    );
    await eventually(async () => (await cardsOf(user)).length === 1 || undefined, 'the card to be kept');
    const { entries, attempts } = await booksOf(app, user.id);
    expect([entries.length, attempts.length]).toEqual([1, 1]);
  });

  test('belongs to whoever entered it', async () => {
    const [owner, thief] = [await buildUser(app), await buildUser(app)];
    const token = await browser.paymentMethod({ number: STEP_UP });
    await payWith(owner, { token });
    expect(await payWith(thief, { token })).toMatchObject({ status: 404 });
    const [source] = await sourcesOf(owner);
    const album = await buildViewedAlbum(app, owner);
    // A card that was entered for one payment is no saved card.
    const body = { albumId: album.id, paymentMethodId: source?.id ?? 0, amount: ALBUM_PRICE, facial: false };
    expect(await app.call(paymentEndpoints.payForAlbum, { token: owner.token, body })).toMatchObject({
      status: 404,
    });
  });

  test('is refused beside a saved card, and when it is made up', async () => {
    const user = await buildBuyer(app);
    const token = await browser.paymentMethod();
    expect(await payWith(user, { token }, user.sourceId)).toMatchObject({ status: 400 });
    expect(await payWith(user, { token: 'pm_made_up' })).toMatchObject({ status: 402 });
    expect(await payWith(user, { token: 'ctoken_made_up' })).toMatchObject({ status: 402 });
  });
});

describe('the same card', () => {
  test('kept twice at once is one card, and the second is detached at the provider', async () => {
    const user = await buildUser(app);
    const tokens = await Promise.all(Array.from({ length: 5 }, () => browser.paymentMethod()));
    const answers = await Promise.all(
      tokens.map((token) =>
        app.call(paymentEndpoints.addPaymentMethod, { token: user.token, body: { token } }),
      ),
    );
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await cardsOf(user)).toHaveLength(1);
    const attached = await eventually(async () => {
      const owners = await Promise.all(tokens.map(ownerOf));
      const left = owners.filter((owner) => owner !== null);
      return left.length === 1 ? left : undefined;
    }, 'four cards to be detached');
    expect(attached).toHaveLength(1);
  });

  test('paid with and kept again stays one card with the newer consent', async () => {
    const user = await buildUser(app);
    const first = await keepCard(app, user, await browser.paymentMethod());
    await payWith(user, { token: await browser.confirmationToken({ keeps: true }), consent });
    const cards = await cardsOf(user);
    expect(cards).toMatchObject([{ id: first, consent: { words: CARD_CONSENT } }]);
    const { payment_method: second } = await intentOf(user);
    await eventually(async () => (await ownerOf(String(second))) === null || undefined, 'the second to go');
  });

  test('issued again with a later date replaces the old one', async () => {
    const user = await buildUser(app);
    const old = await browser.paymentMethod({ expYear: '2030' });
    const oldId = await keepCard(app, user, old);
    await keepCard(app, user, await browser.paymentMethod({ expYear: '2035' }));
    expect(await cardsOf(user)).toMatchObject([{ exp_year: 2035 }]);
    const { id: albumId } = await buildViewedAlbum(app, user);
    const late = await payForAlbum(app, { ...user, sourceId: oldId }, albumId);
    expect(late).toMatchObject({ status: 402, error: { code: 'card_unusable' } });
    await eventually(async () => (await ownerOf(old)) === null || undefined, 'the old card to be detached');
  });

  test('can be removed and kept again', async () => {
    const user = await buildUser(app);
    const id = await keepCard(app, user, await browser.paymentMethod());
    await app.call(paymentEndpoints.removePaymentMethod, { token: user.token, body: { id } });
    expect(await cardsOf(user)).toEqual([]);
    expect(await keepCard(app, user, await browser.paymentMethod())).not.toBe(id);
    expect(await cardsOf(user)).toHaveLength(1);
  });
});

describe('a card in a pool', () => {
  const take = async (user: TestUser, key: string, card: Card, amount: number) =>
    app.call(orderEndpoints.takeShares, {
      token: user.token,
      params: { id: key },
      body: { shares: 1, paymentMethodId: null, card, amount },
    });

  test('is kept when it is charged, not while it is held', async () => {
    const pool = await buildPool(app);
    const joiner = await buildUser(app);
    const [amount = 0] = (await readOrder(app, joiner, pool)).pool?.shares_left ?? [];
    const card = { token: await browser.confirmationToken({ keeps: true }), consent };
    expect(await take(joiner, pool.key, card, amount)).toMatchObject({ body: { status: 'authorized' } });
    expect(await cardsOf(joiner)).toEqual([]);
    await takeShares(app, pool.owner, pool, 6);
    await eventually(async () => (await cardsOf(joiner)).length === 1 || undefined, 'the card to be kept');
  });

  test('is detached when its hold is released', async () => {
    const pool = await buildPool(app);
    const joiner = await buildUser(app);
    const [amount = 0] = (await readOrder(app, joiner, pool)).pool?.shares_left ?? [];
    await take(
      joiner,
      pool.key,
      { token: await browser.confirmationToken({ keeps: true }), consent },
      amount,
    );
    const { payment_method: method, customer } = await intentOf(joiner);
    expect(await ownerOf(String(method))).toBe(customer);
    await app.call(orderEndpoints.leavePool, { token: joiner.token, params: { id: pool.key } });
    await eventually(async () => (await ownerOf(String(method))) === null || undefined, 'the card to go');
    expect(await cardsOf(joiner)).toEqual([]);
  });
});

describe('a card that is kept without a payment', () => {
  const setUp = ({ token: session }: TestUser, token: string) =>
    app.call(paymentEndpoints.setUpCard, { token: session, body: { token, consent } });
  const finish = ({ token: session }: TestUser, setup: string) =>
    app.call(paymentEndpoints.finishCardSetup, { token: session, body: { setup } });

  test('is set up at the provider and shown with the consent', async () => {
    const user = await buildUser(app);
    const token = await browser.confirmationToken();
    const kept = await setUp(user, token);
    expect(kept).toMatchObject({ status: 200, body: { status: 'kept', card: { last4: '4242' } } });
    expect(await cardsOf(user)).toMatchObject([{ consent: { words: CARD_CONSENT } }]);
    expect(await setUp(user, token)).toMatchObject({
      status: 200,
      body: { card: { id: kept.body.card?.id } },
    });
    expect(await cardsOf(user)).toHaveLength(1);
  });

  test('waits for the bank, and only its owner can finish', async () => {
    const user = await buildUser(app);
    const started = await setUp(user, await browser.paymentMethod({ number: STEP_UP }));
    const { setup, next_action_url: url } = started.body;
    expect(started.body).toMatchObject({ status: 'requires_action', card: null });
    expect(await finish(user, setup)).toMatchObject({ status: 200, body: { status: 'requires_action' } });
    expect(await cardsOf(user)).toEqual([]);
    await answerBank(url, 'complete');
    expect(await finish(await buildUser(app), setup)).toMatchObject({ status: 404 });
    expect(await finish(user, setup)).toMatchObject({ status: 200, body: { status: 'kept' } });
    await Promise.all([finish(user, setup), finish(user, setup)]);
    expect(await cardsOf(user)).toHaveLength(1);
  });

  test('is not kept when the bank or the provider refuses', async () => {
    const user = await buildUser(app);
    const { body } = await setUp(user, await browser.paymentMethod({ number: STEP_UP }));
    await answerBank(body.next_action_url, 'fail');
    expect(await finish(user, body.setup)).toMatchObject({
      status: 402,
      error: { code: 'authentication_failed' },
    });
    const declined = await browser.paymentMethod({ number: '4000000000000002' });
    expect(await setUp(user, declined)).toMatchObject({ status: 402, error: { code: 'card_declined' } });
    expect(await finish(user, 'seti_made_up')).toMatchObject({ status: 402 });
    expect(await cardsOf(user)).toEqual([]);
  });
});
