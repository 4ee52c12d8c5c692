import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import { CARD_CONSENT_VERSION } from '#contract/rules/cards.ts';
import { deliverWaitingGifts } from '#server/modules/after-sale/gifts.ts';
import { findLedgerDifferences } from '#server/modules/ledger/check-ledger.ts';
import { sweepProvider } from '#server/modules/provider-events/sweep.ts';
import { listOutbox } from '#server/platform/mail/outbox.ts';
import { createBrowserTokens } from '#server/testing/browser-tokens.ts';
import { createRandom, ROUNDS_TIMEOUT, rounds } from '#server/testing/chaos.ts';
import { createDyingProcess, type DyingAct } from '#server/testing/die-at-step.ts';
import { buildUser, eventually, freshEmail, jobsAreDone, nextMessage } from '#server/testing/factories.ts';
import { giveAlbum, placeOrder } from '#server/testing/order-factories.ts';
import {
  ALBUM_PRICE,
  booksOf,
  buildBuyer,
  buildViewedAlbum,
  customerActor,
  startPayingApp,
} from '#server/testing/paying-app.ts';
import { buildPool, priceOf } from '#server/testing/pools.ts';
import { comeToRest } from '#server/testing/refund-troubles.ts';
import { buyAlbum, readOrderOf, refundOrder, returnedOf } from '#server/testing/refunds.ts';

const app = await startPayingApp();
let browser: Awaited<ReturnType<typeof createBrowserTokens>>;
beforeAll(async () => {
  browser = await createBrowserTokens(app);
});

const dying = createDyingProcess();
afterAll(() => dying.stop());

const random = createRandom();
const KILLS = rounds({ usually: 2, inChaos: 40 });

type Scene = { act: DyingAct; check: () => Promise<void> };

/** Chooses evenly among the steps, and all of them where there are few. */
function chooseSteps(steps: number): number[] {
  const all = Array.from({ length: steps }, (_, index) => index + 1);
  if (KILLS >= steps) return all;
  const part = steps / KILLS;
  return Array.from({ length: KILLS }, (_, index) => Math.ceil(part * index + random() * part));
}

async function rest(): Promise<void> {
  app.sandbox.webhooks.resume();
  await comeToRest(app);
}

async function intentsOf(userId: number) {
  const { db } = app.context;
  const { customerId } = await db
    .selectFrom('paymentCustomers')
    .select('customerId')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return (await app.stripe.paymentIntents.list({ customer: customerId ?? 'none', limit: 100 })).data;
}

const mailsTo = async (email: string, subject: RegExp) =>
  (await listOutbox(app.context.db, email)).filter((mail) => subject.test(mail.subject));

/** A mail that was begun when the process died is never sent again. */
const wasMailLost = async (key: string) =>
  (
    await app.context.db
      .selectFrom('mailDeliveries')
      .select('sentAt')
      .where('key', '=', key)
      .executeTakeFirst()
  )?.sentAt === null;

async function refundScene(): Promise<Scene> {
  const { buyer, key } = await buyAlbum(app);
  const { id: userId } = await buildUser(app, { role: 'customer_support' });
  const actor = { userId, role: 'customer_support', sessionId: 'test', isVerified: true } as const;
  return {
    act: { kind: 'refund', actor, key },
    async check() {
      const refunds = async () =>
        (await app.charges()).find(({ id }) => id === charge?.externalId)?.amount_refunded;
      const books = await booksOf(app, buyer.id);
      const [charge, paid] = [books.entries[0], books.attempts[0]];
      const reserved = await app.context.db
        .selectFrom('refunds')
        .select('id')
        .where('attemptId', '=', paid?.id ?? 0)
        .execute();
      // Staff try again: what is reserved already is refused and completed by reconciliation.
      expect(await refundOrder(app, key)).toMatchObject({ status: reserved.length > 0 ? 409 : 200 });
      await rest();
      expect(await refunds()).toBe(ALBUM_PRICE);
      const { entries, entitlements } = await booksOf(app, buyer.id);
      expect(entries.map(({ amountCents }) => amountCents)).toEqual([ALBUM_PRICE, -ALBUM_PRICE]);
      expect(entitlements.map(({ state }) => state)).toEqual(['ended']);
    },
  };
}

/** A part came back after the rest was refunded, and was refunded again in the dashboard; nothing of it is booked yet. */
async function sweepScene(): Promise<Scene> {
  const { buyer, key } = await buyAlbum(app);
  const [attempt] = (await booksOf(app, buyer.id)).attempts;
  const part = { payment_intent: attempt?.intentId ?? '', amount: 500 };
  const { id } = await app.stripe.refunds.create(part);
  await sweepProvider(app.context);
  expect(await refundOrder(app, key)).toMatchObject({ body: { amount: ALBUM_PRICE - 500 } });
  await app.sandbox.returnRefund(id);
  await app.stripe.refunds.create(part);
  return {
    act: { kind: 'sweep' },
    async check() {
      await rest();
      const { entries, entitlements } = await booksOf(app, buyer.id);
      expect(entries.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(0);
      expect(entries).toHaveLength(5);
      expect(entitlements.map(({ state }) => state)).toEqual(['ended']);
      expect(await readOrderOf(app, buyer, key)).toMatchObject({ status: 'refunded', refunded: ALBUM_PRICE });
      expect((await returnedOf(app, buyer.id)).filter(({ outcome }) => outcome === null)).toEqual([]);
    },
  };
}

async function claimScene(): Promise<Scene> {
  const email = freshEmail();
  const buyer = await buildBuyer(app);
  const key = await giveAlbum(app, buyer, { email, message: '' });
  // The job of the payment finds no account yet, so that the gift is left to be claimed.
  await jobsAreDone(app, 'orders.deliver-gift');
  const recipient = await buildUser(app, { email });
  const person = { userId: recipient.id, email };
  return {
    act: { kind: 'claim', person },
    async check() {
      // The recipient logs in again, several times at once.
      await Promise.all([1, 2, 3].map(() => deliverWaitingGifts(app.context, person)));
      const { entitlements } = await booksOf(app, recipient.id);
      expect(entitlements.map(({ state }) => state)).toEqual(['active']);
      expect((await booksOf(app, buyer.id)).entitlements).toEqual([]);
      const order = await app.context.db
        .selectFrom('orders')
        .select(['giftUser', 'giftDeliveredAt'])
        .where('key', '=', key)
        .executeTakeFirstOrThrow();
      expect(order).toMatchObject({ giftUser: recipient.id, giftDeliveredAt: expect.any(String) });
      await nextMessage(app, email, /gave you photos/);
      expect(await mailsTo(email, /gave you photos/)).toHaveLength(1);
    },
  };
}

async function walletScene(): Promise<Scene> {
  const buyer = await buildUser(app);
  const album = await buildViewedAlbum(app, buyer);
  const key = await placeOrder(app, buyer, [album.id]);
  const { id: orderId } = (
    await app.call(orderEndpoints.getOrder, { token: buyer.token, params: { id: key } })
  ).body;
  const token = await browser.confirmationToken({ wallet: 'apple_pay', keeps: true });
  const consent = CARD_CONSENT_VERSION;
  const actor = customerActor(buyer);
  return {
    act: { kind: 'wallet', actor, key, orderId, amountCents: ALBUM_PRICE, token, consent },
    async check() {
      // The buyer opens the wallet again, and joins the payment if there is one.
      const again = await app.call(paymentEndpoints.payOrder, {
        token: buyer.token,
        params: { id: key },
        body: {
          paymentMethodId: null,
          card: { token: await browser.confirmationToken({ wallet: 'apple_pay' }) },
          amount: ALBUM_PRICE,
        },
      });
      expect(again).toMatchObject({ status: 200 });
      await rest();
      const { attempts, entries, entitlements } = await booksOf(app, buyer.id);
      expect(attempts.filter(({ state }) => !['succeeded', 'failed'].includes(state))).toEqual([]);
      expect(
        (await intentsOf(buyer.id)).map(({ status }) => status).filter((one) => one !== 'canceled'),
      ).toEqual(['succeeded']);
      expect(entries.map(({ amountCents }) => amountCents)).toEqual([ALBUM_PRICE]);
      expect(entitlements.map(({ state }) => state)).toEqual(['active']);
      const { body: user } = await app.call(accountEndpoints.me, { token: buyer.token });
      const [paid] = attempts.filter(({ state }) => state === 'succeeded');
      expect(user.payment_sources).toHaveLength(paid?.consentVersion === null ? 0 : 1);
      const countReceipts = async () => (await mailsTo(buyer.email, /receipt/i)).length;
      const receiptKey = `receipt-${orderId}-${buyer.id}`;
      await eventually(
        async () => (await countReceipts()) > 0 || (await wasMailLost(receiptKey)) || undefined,
        'the receipt',
      );
      expect(await countReceipts()).toBeLessThanOrEqual(1);
    },
  };
}

async function holdScene(): Promise<Scene> {
  const pool = await buildPool(app);
  const joiner = await buildUser(app);
  const token = await browser.confirmationToken({ wallet: 'google_pay' });
  return {
    act: { kind: 'hold', actor: customerActor(joiner), key: pool.key, amountCents: priceOf(2), token },
    async check() {
      await rest();
      const body = (
        await app.call(orderEndpoints.getOrder, { token: joiner.token, params: { id: pool.key } })
      ).body;
      const held = async () =>
        (await intentsOf(joiner.id).catch(() => [])).filter(({ status }) => status === 'requires_capture');
      const holds = await held();
      expect(holds).toHaveLength(body.pool?.mine ? 1 : 0);
      await app.call(orderEndpoints.cancelOrder, { token: pool.owner.token, params: { id: pool.key } });
      await rest();
      expect(await held()).toEqual([]);
      expect((await booksOf(app, joiner.id)).entries).toEqual([]);
    },
  };
}

async function putBackScene(): Promise<Scene> {
  const buyer = await buildUser(app);
  const album = await buildViewedAlbum(app, buyer);
  const key = await placeOrder(app, buyer, [album.id]);
  const call = { token: buyer.token, params: { id: key } };
  return {
    act: { kind: 'put-back', actor: customerActor(buyer), key },
    async check() {
      const { status } = (await app.call(orderEndpoints.getOrder, call)).body;
      const cart = async () =>
        (await app.call(accountEndpoints.me, { token: buyer.token })).body.cart?.items ?? [];
      expect((await cart()).map((item) => item.album.id)).toEqual(status === 'cancelled' ? [album.id] : []);
      // The buyer presses again.
      await app.call(orderEndpoints.putBack, call);
      expect((await cart()).map((item) => item.album.id)).toEqual([album.id]);
      expect((await app.call(orderEndpoints.getOrder, call)).body).toMatchObject({ status: 'cancelled' });
    },
  };
}

test.each([
  ['a refund', refundScene],
  ['a sweep', sweepScene],
  ['a gift that is claimed', claimScene],
  ['a payment with a wallet', walletScene],
  ['a hold of a wallet for a pool', holdScene],
  ['an unpaid order that is put back into the cart', putBackScene],
])(
  '%s whose process is killed at any step ends in books that are right',
  {
    timeout: ROUNDS_TIMEOUT,
  },
  async (_name, build) => {
    app.sandbox.webhooks.pause();
    dying.prepare();
    const whole = await build();
    const steps = await dying.run(app, whole.act);
    await whole.check();
    expect(steps).toBeGreaterThan(10);
    for (const dieAt of chooseSteps(steps ?? 0)) {
      app.sandbox.webhooks.pause();
      dying.prepare();
      const scene = await build();
      const lived = await dying.run(app, scene.act, dieAt);
      // The number of steps differs a little from run to run.
      if (lived === undefined || dieAt <= lived)
        expect({ dieAt, lived }).toEqual({ dieAt, lived: undefined });
      try {
        await scene.check();
      } catch (error) {
        throw new Error(`killed at step ${dieAt} of ${steps}`, { cause: error });
      }
    }
    expect(await findLedgerDifferences(app.context, -5)).toEqual([]);
  },
);
