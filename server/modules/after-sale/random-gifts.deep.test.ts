import fc from 'fast-check';
import { expect, test } from 'vitest';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { privacyEndpoints } from '#contract/endpoints/privacy.ts';
import { findLedgerDifferences } from '#server/modules/ledger/check-ledger.ts';
import { listOutbox } from '#server/platform/mail/outbox.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import { buildImage } from '#server/testing/catalogue-factories.ts';
import { ROUNDS_TIMEOUT, rounds } from '#server/testing/chaos.ts';
import { buildUser, TEST_PASSWORD, type TestUser } from '#server/testing/factories.ts';
import { payOrder, placeOrder } from '#server/testing/order-factories.ts';
import {
  buildBuyer,
  buildViewedAlbum,
  keepCard,
  markViewed,
  payForAlbum,
  startPayingApp,
} from '#server/testing/paying-app.ts';
import {
  comeToRest,
  type RefundedSale,
  type RefundTrouble,
  refundTroubles,
  troubleRefunds,
} from '#server/testing/refund-troubles.ts';
import { deliverGift, deliverWaitingGifts } from './gifts.ts';
import { mailGift } from './mail-gift.ts';

const app = await startPayingApp();
const RUNS = rounds({ usually: 5, inChaos: 60 });

type Step =
  | RefundTrouble
  | { kind: 'logIn' | 'job' | 'mail'; times: number }
  | { kind: 'recipientBuys' | 'buyerLeaves' };

const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: refundTroubles },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('logIn' as const, 'job' as const, 'mail' as const),
      times: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('recipientBuys' as const, 'buyerLeaves' as const) }),
  },
);

/** The recipient buys the album, the buyer leaves, and the bank sends the refund of the gift back. */
const EVERYTHING: Step[] = [
  { kind: 'recipientBuys' },
  { kind: 'job', times: 3 },
  { kind: 'buyerLeaves' },
  { kind: 'refund' },
  { kind: 'bankReturns' },
  { kind: 'logIn', times: 4 },
];

type Gift = RefundedSale & {
  buyer: TestUser;
  email: string;
  albumId: number;
  totalCents: number;
  recipient: (TestUser & { sourceId: number }) | undefined;
  hasBuyerLeft: boolean;
};

/** An album and a photo of another one for an address without an account. */
async function give(): Promise<Gift> {
  const buyer = await buildBuyer(app, 'pm_card_refundFail');
  const { token } = buyer;
  const album = await buildViewedAlbum(app, buyer);
  const image = await buildImage(app, await buildViewedAlbum(app, buyer));
  await app.call(orderEndpoints.addCartItem, { token, body: { image: image.id } });
  const key = await placeOrder(app, buyer, [album.id]);
  const email = `random-gift-${buyer.id}@example.test`;
  const set = await app.call(orderEndpoints.setGift, {
    token,
    params: { id: key },
    body: { email, message: 'Enjoy' },
  });
  const { total, id: orderId } = set.body;
  expect(await payOrder(app, buyer, key, total)).toMatchObject({ status: 200 });
  const payment = () =>
    app.context.db
      .selectFrom('paymentAttempts')
      .select(['intentId', 'userId'])
      .where('orderId', '=', orderId)
      .executeTakeFirstOrThrow();
  return {
    orderId,
    key,
    buyer,
    email,
    albumId: album.id,
    totalCents: total,
    intentIds: [(await payment()).intentId ?? ''],
    payerIds: async () => [(await payment()).userId],
    recipient: undefined,
    hasBuyerLeft: false,
  };
}

async function recipientOf(gift: Gift): Promise<TestUser & { sourceId: number }> {
  if (!gift.recipient) {
    const user = await buildUser(app, { email: gift.email });
    gift.recipient = { ...user, sourceId: await keepCard(app, user, 'pm_card_visa') };
  }
  return gift.recipient;
}

const repeat = (times: number, work: () => Promise<unknown>) =>
  Promise.all(Array.from({ length: times }, work));

async function take(step: Step, gift: Gift): Promise<void> {
  switch (step.kind) {
    case 'logIn': {
      const { id: userId, email } = await recipientOf(gift);
      await repeat(step.times, () => deliverWaitingGifts(app.context, { userId, email }));
      return;
    }
    case 'job':
      await repeat(step.times, () => deliverGift(app.context, gift.orderId));
      return;
    case 'mail':
      await repeat(step.times, () => mailGift(app.context, gift.orderId));
      return;
    case 'recipientBuys': {
      const recipient = await recipientOf(gift);
      await markViewed(app, recipient.id, gift.albumId).catch(() => undefined);
      const isOwned = await ownsForLong(recipient, gift.albumId);
      const paid = await payForAlbum(app, recipient, gift.albumId);
      expect(paid).toMatchObject({ status: isOwned ? 409 : 200 });
      return;
    }
    case 'buyerLeaves': {
      const body = { password: TEST_PASSWORD };
      const { status } = await app.call(privacyEndpoints.deleteMe, { token: gift.buyer.token, body });
      expect(status).toBe(gift.hasBuyerLeft ? 401 : 200);
      gift.hasBuyerLeft = true;
      return;
    }
    default:
      return troubleRefunds(app, step, gift);
  }
}

/** Whoever has paid in the last two minutes gets the same payment again. */
async function ownsForLong({ id }: TestUser, albumId: number): Promise<boolean> {
  const { db, clock } = app.context;
  const owned = await db
    .selectFrom('entitlements')
    .select('id')
    .where('userId', '=', id)
    .where('albumId', '=', albumId)
    .where('imageId', 'is', null)
    .where('state', '=', 'active')
    .execute();
  const recent = await db
    .selectFrom('paymentAttempts')
    .select('id')
    .where('userId', '=', id)
    .where('settledAt', '>', minutesFrom(clock.now(), -2).toISOString())
    .execute();
  return owned.length > 0 && recent.length === 0;
}

async function expectDelivered(gift: Gift): Promise<void> {
  const { db } = app.context;
  const recipient = await recipientOf(gift);
  const held = await db.selectFrom('entitlements').selectAll().where('userId', '=', recipient.id).execute();
  const lines = await db.selectFrom('orderLines').selectAll().where('orderId', '=', gift.orderId).execute();
  const given = await db
    .selectFrom('entitlements')
    .selectAll()
    .where(
      'orderLineId',
      'in',
      lines.map(({ id }) => id),
    )
    .execute();
  expect(given.filter(({ userId }) => userId !== recipient.id)).toEqual([]);
  for (const line of lines) {
    const ofLine = given.filter(({ orderLineId }) => orderLineId === line.id);
    const hasBought = held.some(
      (one) => one.orderLineId !== line.id && one.albumId === line.albumId && one.imageId === line.imageId,
    );
    expect(ofLine.length).toBeLessThanOrEqual(1);
    if (line.refundedCents === 0 && !hasBought) expect(ofLine).toMatchObject([{ state: 'active' }]);
    if (ofLine[0]?.state === 'ended') expect(line.refundedCents).toBe(line.totalCents);
  }
  const active = held.filter(({ state }) => state === 'active');
  expect(new Set(active.map(({ albumId, imageId }) => `${albumId}:${imageId}`)).size).toBe(active.length);
}

test('whatever happens to a gift, its recipient gets what is paid for once, and its buyer never does', {
  timeout: ROUNDS_TIMEOUT,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 3, maxLength: 8 }), async (sequence) => {
      app.sandbox.webhooks.pause();
      const gift = await give();
      for (const step of sequence) await take(step, gift);
      await comeToRest(app);
      await take({ kind: 'logIn', times: 2 }, gift);
      await expectDelivered(gift);
      const [charge] = (await app.charges()).filter(
        ({ payment_intent }) => payment_intent === gift.intentIds[0],
      );
      const entries = await app.context.db
        .selectFrom('ledgerEntries')
        .select('amountCents')
        .where('orderId', '=', gift.orderId)
        .where('kind', 'not in', ['fee', 'dispute_fee'])
        .execute();
      const balance = entries.reduce((sum, { amountCents }) => sum + amountCents, 0);
      expect(balance).toBe(gift.totalCents - (charge?.amount_refunded ?? 0));
      const mails = async () =>
        (await listOutbox(app.context.db, gift.email)).filter(({ subject }) => /gave you/.test(subject))
          .length;
      expect(await mails()).toBeLessThanOrEqual(1);
    }),
    { numRuns: RUNS, examples: [[EVERYTHING]] },
  );
  expect(await findLedgerDifferences(app.context, -5)).toEqual([]);
});
